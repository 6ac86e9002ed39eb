# Sourced by ./berth and .ci/format. POSIX sh.

# jdk_is_25 FOLDER: whether FOLDER contains a JDK 25. It reads the `release` file, which is much faster than
# starting the JDK.
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

# find_jdk_25: sets jdk to the folder of a JDK 25, or fails. It checks JAVA_HOME, then the java on the PATH, then
# the usual folders. BERTH_JDK_FOLDERS, separated by colons, replaces the usual folders.
find_jdk_25() {
    if [ -n "${JAVA_HOME:-}" ] && jdk_is_25 "$JAVA_HOME"; then
        jdk=$JAVA_HOME
        return 0
    fi
    # Some versions of readlink lack -f. There, the usual folders contain the java of the PATH.
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

# no_jdk_25 PROGRAM: prints an error with installation instructions.
no_jdk_25() {
    cat >&2 <<END
$1: no JDK 25 found in JAVA_HOME (${JAVA_HOME:-not set}), on the PATH, or in the usual directories
  install one, for example:
    Debian, Ubuntu   apt install temurin-25-jdk     (repository: adoptium.net/installation/linux)
    Fedora           dnf install java-25-openjdk-devel
    macOS            brew install openjdk@25
    anywhere         sdk install java 25-tem        (sdkman.io)
  or set JAVA_HOME to the folder of a JDK 25
END
}
