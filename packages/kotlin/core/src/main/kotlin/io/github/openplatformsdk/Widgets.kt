package io.github.openplatformsdk

/** Keeps the blocks of one builder out of the blocks of another. */
@DslMarker
public annotation class OpenPlatformDsl

/** Builds an add-on for a post. At least one widget; the limits of each are checked before anything is sent. */
public fun postAddon(build: PostAddonBuilder.() -> Unit): PostAddon = PostAddonBuilder().apply(build).build()

/** Builds an add-on for a user. */
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

    /** A smaller title. */
    public fun subtitleRow(text: String, build: RowBuilder.() -> Unit = {}): Unit =
        widget(RowBuilder().apply(build).run { Widget.SubtitleRow(SubtitleRow(text, hasDivider, semanticPaths)) })

    /** A paragraph, which may be folded. */
    public fun descriptionRow(text: String, build: DescriptionBuilder.() -> Unit = {}): Unit =
        widget(DescriptionBuilder().apply(build).run { Widget.DescriptionRow(DescriptionRow(text, hasDivider, expandable, semanticPaths)) })

    /** A wide button that starts [action]. */
    public fun buttonBar(title: String, action: Action, build: RowBuilder.() -> Unit = {}): Unit =
        widget(RowBuilder().apply(build).run { Widget.ButtonBar(ButtonBar(title, action, semanticPaths)) })

    /** A line that can be tapped. */
    public fun selectorRow(title: String, build: SelectorBuilder.() -> Unit = {}): Unit =
        widget(SelectorBuilder().apply(build).run { Widget.SelectorRow(SelectorRow(title, image, icon, hasDivider, action, semanticPaths)) })

    /** Something that happened, with an image. */
    public fun eventRow(title: String, build: EventBuilder.() -> Unit = {}): Unit =
        widget(EventBuilder().apply(build).run { Widget.EventRow(EventRow(title, subtitle, label, imageUrl, image, icon, hasDivider, semanticPaths)) })

    /** Short facts side by side: title and value. */
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

    /** A note for the platform's reviewers, which users do not see. */
    public var notes: String? = null

    /** Adds a fact in names that machines understand. */
    public fun semantic(name: String, value: String) {
        semantic[name] = value
    }

    internal fun build(): PostAddon = PostAddon(widgets.toList(), semantic.toMap(), notes)
}

/** An add-on for a user. From [userAddon]. */
public class UserAddonBuilder internal constructor() : WidgetsBuilder() {
    private val semantic = mutableMapOf<String, String>()

    /** The categories on whose posts of the user it shows; empty: only on the profile. */
    public var categories: List<String> = emptyList()

    /** The payment ticket that it spends. */
    public var ticketUuid: String? = null

    /** What the user pays, in rials. */
    public var cost: Long? = null

    /** Adds a fact in names that machines understand. */
    public fun semantic(name: String, value: String) {
        semantic[name] = value
    }

    internal fun build(): UserAddon = UserAddon(widgets.toList(), categories, ticketUuid, cost, semantic.toMap())
}

/** What every row has. */
@OpenPlatformDsl
public open class RowBuilder internal constructor() {
    /** Whether a line is drawn under the row. */
    public var hasDivider: Boolean = false

    /** Which semantic fact a member of the row shows: member name to the name of the fact. */
    public var semanticPaths: Map<String, String> = emptyMap()
}

/** Of a description row. */
public class DescriptionBuilder internal constructor() : RowBuilder() {
    /** Whether it is shown folded. */
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

    /** An uploaded image, in the newer form of the live platform (`image_id`). */
    public var image: Image? = null

    /** An uploaded image, in the form of the specification (`image_url`). */
    public var imageUrl: Image? = null

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
