package io.github.openplatformsdk

/**
 * Separates the argument that is given by position from those that are given by name: `link("Open", url = address)`.
 *
 * Kotlin takes what comes after a `vararg` by name only. There is no instance of this class, so nothing can be passed in its
 * place.
 */
public class ByName private constructor()
