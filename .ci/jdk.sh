# Sourced by ./berth and .ci/format. POSIX sh.

# jdk_is_25 FOLDER: whether a JDK 25 lives there. Reads its `release` file, which is a thousand times
# quicker than starting it.
jdk_is_25() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    while IFS= read -r jdk_line || [ -n "$jdk_line" ]; do
        case $jdk_line in
        'JAVA_VERSION="25"'* | 'JAVA_VERSION="25.'*) return 0 ;;
        JAVA_VERSION=*) return 1 ;;
        esac
    done <"$1/release"
    return 1
}

# find_jdk_25: sets jdk to the folder of a JDK 25, or fails. JAVA_HOME comes first, then the java on the
# PATH, then the usual folders; BERTH_JDK_FOLDERS, separated by colons, stands in for the usual ones.
find_jdk_25() {
    if [ -n "${JAVA_HOME:-}" ] && jdk_is_25 "$JAVA_HOME"; then
        jdk=$JAVA_HOME
        return 0
    fi
    # Where readlink has no -f, the usual folders still hold what the PATH points at.
    if jdk=$(command -v java) && jdk=$(readlink -f "$jdk" 2>/dev/null) && jdk_is_25 "${jdk%/bin/java}"; then
        jdk=${jdk%/bin/java}
        return 0
    fi
    if [ -n "${BERTH_JDK_FOLDERS+set}" ]; then
        jdk_ifs=$IFS
        IFS=:
        # shellcheck disable=SC2086 # split at colons on purpose
        set -- $BERTH_JDK_FOLDERS
        IFS=$jdk_ifs
    else
        set -- /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/* /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
            /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/*
    fi
    for jdk in "$@"; do
        jdk_is_25 "$jdk" && return 0
    done
    return 1
}

# no_jdk_25 PROGRAM: says what is missing and how to get it.
no_jdk_25() {
    cat >&2 <<END
$1: no JDK 25 found; looked at JAVA_HOME (${JAVA_HOME:-not set}), at the java on the PATH, and in the usual folders
  install one, for example:
    Debian, Ubuntu   apt install temurin-25-jdk     (repository: adoptium.net/installation/linux)
    Fedora           dnf install java-25-openjdk-devel
    macOS            brew install openjdk@25
    anywhere         sdk install java 25-tem        (sdkman.io)
  or, if it lives elsewhere, set JAVA_HOME to its folder
END
}
