/// Objects as rows of tables, with the columns people know from `kubectl get`.
@NullMarked
package dev.berth.apiserver.table;

import org.jspecify.annotations.NullMarked;
