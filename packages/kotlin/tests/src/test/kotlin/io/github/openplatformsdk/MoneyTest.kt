package io.github.openplatformsdk

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

class MoneyTest {
    private val most = Rials(Long.MAX_VALUE)
    private val least = Rials(Long.MIN_VALUE)

    @Test
    fun `amounts are added, subtracted and converted`() {
        assertEquals(Rials(25), Rials(5) + Tomans(2).toRials())
        assertEquals(Rials(-15), Rials(5) - Tomans(2).toRials())
        assertEquals(Tomans(35_000), Rials(350_009).toTomans())
    }

    @Test
    fun `an amount beyond 64 bits becomes the nearest one`() {
        assertEquals(most, most + Rials(1))
        assertEquals(least, least + Rials(-1))
        assertEquals(least, least - Rials(1))
        assertEquals(most, Rials(0) - least)
        assertEquals(most, Tomans(Long.MAX_VALUE).toRials())
        assertEquals(Rials(-1), most + least)
    }
}
