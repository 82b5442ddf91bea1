# Maven, for the scripts in tests/parts.

# A repository of the tests' own.
maven_repository=$PWD/target/tests/kotlin

# maven ARGUMENTS...: Compiled by Maven's own process: the compiler's daemon would stay for hours, with 2 GB. Its code needs
# more room than the JVM gives a process that compiles quickly: without it the compiler fails or stands still.
maven() {
    MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m" \
        mvn --batch-mode --no-transfer-progress --quiet -Dmaven.repo.local="$maven_repository" \
        -Dkotlin.compiler.daemon=false "$@"
}
