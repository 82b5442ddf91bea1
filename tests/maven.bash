# Maven, for the scripts in tests/parts.

# The tests use their own local repository.
maven_repository=$PWD/target/tests/kotlin

# maven ARGUMENTS...: Compiles in Maven's process, because the compiler's daemon would keep 2 GB for hours. The code
# cache is larger than the default of this JVM mode, with which the compiler fails or hangs.
maven() {
    MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m" \
        mvn --batch-mode --no-transfer-progress --quiet -Dmaven.repo.local="$maven_repository" \
        -Dkotlin.compiler.daemon=false "$@"
}
