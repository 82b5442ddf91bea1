# Maven, for the scripts in tests/parts.

# The tests use their own local repository.
maven_repository=$PWD/target/tests/kotlin

# maven ARGUMENTS...: Compiles in Maven's process, because the compiler's daemon would keep 2 GB for hours. The code
# cache is larger than the default of this JVM mode, with which the compiler fails or hangs. Java does not read TMPDIR; the tests'
# JVM is told by `argLine`, unless its pom.xml has one, which takes the folder from Maven's JVM.
maven() {
    local temporary=-Djava.io.tmpdir=${TMPDIR:-/tmp}
    MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=256m $temporary" \
        mvn --batch-mode --no-transfer-progress --quiet -Dmaven.repo.local="$maven_repository" \
        -Dkotlin.compiler.daemon=false -DargLine="$temporary" "$@"
}

# kotlin_classpath: prints the class path of the tests of the package, which must have been compiled and installed.
kotlin_classpath() {
    local tests=$PWD/packages/kotlin/tests
    maven --file "$tests" org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath \
        -Dmdep.includeScope=test "-Dmdep.outputFile=$tests/target/classpath" >&2
    echo "$tests/target/test-classes:$(cat "$tests/target/classpath")"
}

# kotlin_flood: prints the command of Kotlin's receiver for `a_flood` of core/tests/inbox, with the package that is installed.
kotlin_flood() {
    local classes
    classes=$(kotlin_classpath) || return
    echo "exec java -XX:TieredStopAtLevel=1 -Xmx96m -cp '$classes' io.github.openplatformsdk.FloodKt"
}
