/// Tables with the columns of `kubectl get`.
@NullMarked
package dev.berth.apiserver.table;

import org.jspecify.annotations.NullMarked;
