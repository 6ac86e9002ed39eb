/// What there is to ask for: groups, versions, resources and their schemas.
@NullMarked
package dev.berth.apiserver.discovery;

import org.jspecify.annotations.NullMarked;
