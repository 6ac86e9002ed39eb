/// Discovery: groups, versions, resources and their schemas.
@NullMarked
package dev.berth.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
