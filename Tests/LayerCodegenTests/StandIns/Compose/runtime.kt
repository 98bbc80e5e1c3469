package androidx.compose.runtime

/** As in Compose, without its compiler plugin. */
@Target(AnnotationTarget.FUNCTION)
annotation class Composable

private val remembered = mutableMapOf<Any?, Any?>()

/** As in Compose, in one place. */
@Suppress("UNCHECKED_CAST")
fun <T> remember(key: Any?, calculation: () -> T): T =
  remembered.getOrPut(key) { calculation() } as T
