package io.github.openplatformsdk

/** Keeps the blocks of one builder out of the blocks of another. */
@DslMarker
public annotation class OpenPlatformDsl

/**
 * Builds an add-on for a post. Every limit is checked before it is sent; one without widgets and semantic data is refused
 * then, unless [PostAddonBuilder.allowEmpty] says otherwise.
 */
public fun postAddon(build: PostAddonBuilder.() -> Unit): PostAddon = PostAddonBuilder().apply(build).build()

/** Builds an add-on for a user, by the same rules. */
public fun userAddon(build: UserAddonBuilder.() -> Unit): UserAddon = UserAddonBuilder().apply(build).build()

/** Widgets in the order in which they are shown. */
@OpenPlatformDsl
public open class WidgetsBuilder internal constructor() {
    internal val widgets = mutableListOf<Widget>()

    /** Adds a widget that was made elsewhere. */
    public fun widget(widget: Widget) {
        widgets += widget
    }

    /** A title: at most 49 characters. */
    public fun titleRow(text: String, build: RowBuilder.() -> Unit = {}): Unit =
        widget(RowBuilder().apply(build).run { Widget.TitleRow(TitleRow(text, hasDivider, semanticPaths)) })

    /** A smaller title: at most 200 characters. */
    public fun subtitleRow(text: String, build: RowBuilder.() -> Unit = {}): Unit =
        widget(RowBuilder().apply(build).run { Widget.SubtitleRow(SubtitleRow(text, hasDivider, semanticPaths)) })

    /** A paragraph: at most 200 characters, unless it is [DescriptionBuilder.expandable]. */
    public fun descriptionRow(text: String, build: DescriptionBuilder.() -> Unit = {}): Unit =
        widget(DescriptionBuilder().apply(build).run { Widget.DescriptionRow(DescriptionRow(text, hasDivider, expandable, semanticPaths)) })

    /** A wide button that starts [action]: a title of at most 49 characters. */
    public fun buttonBar(title: String, action: Action, build: RowBuilder.() -> Unit = {}): Unit =
        widget(RowBuilder().apply(build).run { Widget.ButtonBar(ButtonBar(title, action, semanticPaths)) })

    /** A line that can be tapped: a title of at most 200 characters, an image or an icon. */
    public fun selectorRow(title: String, build: SelectorBuilder.() -> Unit = {}): Unit =
        widget(SelectorBuilder().apply(build).run { Widget.SelectorRow(SelectorRow(title, image, icon, hasDivider, action, semanticPaths)) })

    /** An event: a title of at most 24 characters, a subtitle of 59, a label of 15, an image or an icon. */
    public fun eventRow(title: String, build: EventBuilder.() -> Unit = {}): Unit =
        widget(EventBuilder().apply(build).run { Widget.EventRow(EventRow(title, subtitle, label, image, imageId, icon, hasDivider, semanticPaths)) })

    /** Two or three facts side by side: titles of at most 50 characters, values of at most 100. */
    public fun groupInfoRow(vararg items: Pair<String, String>, build: RowBuilder.() -> Unit = {}): Unit =
        widget(
            RowBuilder().apply(build).run {
                val shown = items.map { (title, value) -> GroupInfoItem(title, value) }
                Widget.GroupInfoRow(GroupInfoRow(shown, hasDivider, semanticPaths))
            },
        )

    /** A score, in percent or in words: exactly one of the two. */
    public fun scoreRow(title: String, build: ScoreBuilder.() -> Unit): Unit =
        widget(
            ScoreBuilder().apply(build).run {
                val row = ScoreRow(title, percentage, words, color, icon, hasDivider, action, semanticPaths)
                Widget.ScoreRow(row)
            },
        )

    /** A scale with an indicator at [percentage], 0 to 100, and up to three sections. */
    public fun evaluationRow(text: String, percentage: Int, build: EvaluationBuilder.() -> Unit = {}): Unit =
        widget(EvaluationBuilder().apply(build).run { Widget.EvaluationRow(EvaluationRow(text, percentage, icon, left, middle, right, semanticPaths)) })

    /** Images to leaf through. */
    public fun imageCarouselRow(vararg images: CarouselItem, build: RowBuilder.() -> Unit = {}): Unit =
        widget(RowBuilder().apply(build).run { Widget.ImageCarouselRow(ImageCarouselRow(images.asList(), hasDivider, semanticPaths)) })
}

/** An add-on for a post. From [postAddon]. */
public class PostAddonBuilder internal constructor() : WidgetsBuilder() {
    private val semantic = mutableMapOf<String, String>()

    /** Text for the app itself. */
    public var notes: String? = null

    /** Whether it may be sent without widgets and semantic data: that blanks what this app has shown so far. */
    public var allowEmpty: Boolean = false

    /** Adds a fact in names that machines understand. */
    public fun semantic(name: String, value: String) {
        semantic[name] = value
    }

    internal fun build(): PostAddon = PostAddon(widgets.toList(), semantic.toMap(), notes, allowEmpty)
}

/** An add-on for a user. From [userAddon]. */
public class UserAddonBuilder internal constructor() : WidgetsBuilder() {
    private val semantic = mutableMapOf<String, String>()

    /** Slugs of the categories it shows in; empty: all in which the app is active. */
    public var categories: List<String> = emptyList()

    /** The payment ticket to spend: a UUID. */
    public var ticketUuid: String? = null

    /** What the app charged, in rial (10 rial are 1 toman). */
    public var cost: Long? = null

    /** Whether it may be sent without widgets and semantic data: that blanks what this app has shown so far. */
    public var allowEmpty: Boolean = false

    /** Adds a fact in names that machines understand. */
    public fun semantic(name: String, value: String) {
        semantic[name] = value
    }

    internal fun build(): UserAddon = UserAddon(widgets.toList(), categories, ticketUuid, cost, semantic.toMap(), allowEmpty)
}

/** What every row has. */
@OpenPlatformDsl
public open class RowBuilder internal constructor() {
    /** Whether a line is drawn under the row. */
    public var hasDivider: Boolean = false

    /**
     * Values of the row that become readable semantic data: the semantic name to the path of the value inside the row, such
     * as `"color" to "text"`.
     */
    public var semanticPaths: Map<String, String> = emptyMap()
}

/** Of a description row. */
public class DescriptionBuilder internal constructor() : RowBuilder() {
    /** Whether the text is cut short until it is tapped, which lifts the limit of 200 characters. */
    public var expandable: Boolean = false
}

/** Of a row that can be tapped. */
public class SelectorBuilder internal constructor() : RowBuilder() {
    /** An uploaded image, or a logo of the app. */
    public var image: Image? = null

    /** An icon by its name. */
    public var icon: Icon? = null

    /** What a tap starts. */
    public var action: Action? = null
}

/** Of an event row. */
public class EventBuilder internal constructor() : RowBuilder() {
    /** Under the title. */
    public var subtitle: String? = null

    /** At the far end. */
    public var label: String? = null

    /** An uploaded image, or the app's logo: written in the member `image_url`, as in the specification. */
    public var image: Image? = null

    /** The same in the member `image_id`, its newer name on the live platform. */
    public var imageId: Image? = null

    /** An icon by its name. */
    public var icon: Icon? = null
}

/** Of a score row. */
public class ScoreBuilder internal constructor() : RowBuilder() {
    /** 0 to 100. */
    public var percentage: Int? = null

    /** In words. */
    public var words: String? = null

    /** Its colour. */
    public var color: Color? = null

    /** An icon by its name. */
    public var icon: Icon? = null

    /** What a tap starts. */
    public var action: Action? = null
}

/** Of an evaluation row. */
public class EvaluationBuilder internal constructor() : RowBuilder() {
    /** An icon by its name. */
    public var icon: Icon? = null

    /** The section at the left. */
    public var left: EvaluationSection? = null

    /** The section in the middle. */
    public var middle: EvaluationSection? = null

    /** The section at the right. */
    public var right: EvaluationSection? = null
}
