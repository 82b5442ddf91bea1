package io.github.openplatformsdk

/** Marks the builders, so that a block cannot call methods of an enclosing builder by accident. */
@DslMarker
public annotation class OpenPlatformDsl

/**
 * Builds an add-on for a post. Its limits are checked when it is sent. An add-on without widgets and semantic data is
 * refused then, unless [PostAddonBuilder.allowEmpty] is set.
 */
public fun postAddon(build: PostAddonBuilder.() -> Unit): PostAddon = PostAddonBuilder().apply(build).build()

/** Builds an add-on for a user, with the same rules. */
public fun userAddon(build: UserAddonBuilder.() -> Unit): UserAddon = UserAddonBuilder().apply(build).build()

/** Widgets in the order in which they are shown. */
@OpenPlatformDsl
public open class WidgetsBuilder internal constructor() {
    internal val widgets = mutableListOf<Widget>()

    /** Adds a widget. */
    public fun widget(widget: Widget) {
        widgets += widget
    }

    // The rows are made by open-platform-generator.

    /** Adds a title of at most 49 characters. */
    public fun titleRow(text: String, build: RowBuilder.() -> Unit = {}): Unit =
        widget(
            RowBuilder().apply(build).run {
                val row = TitleRow(text = text, hasDivider = hasDivider, semanticPaths = semanticPaths)
                Widget.TitleRow(row)
            },
        )

    /** Adds a smaller title of at most 200 characters. */
    public fun subtitleRow(text: String, build: RowBuilder.() -> Unit = {}): Unit =
        widget(
            RowBuilder().apply(build).run {
                val row = SubtitleRow(text = text, hasDivider = hasDivider, semanticPaths = semanticPaths)
                Widget.SubtitleRow(row)
            },
        )

    /** Adds a paragraph of at most 200 characters, or of any length if it is [DescriptionBuilder.expandable]. */
    public fun descriptionRow(text: String, build: DescriptionBuilder.() -> Unit = {}): Unit =
        widget(
            DescriptionBuilder().apply(build).run {
                val row = DescriptionRow(text = text, hasDivider = hasDivider, expandable = expandable, semanticPaths = semanticPaths)
                Widget.DescriptionRow(row)
            },
        )

    /** Adds a wide button that starts [action], with a title of at most 49 characters. */
    public fun buttonBar(title: String, vararg byName: ByName, action: Action, build: RowBuilder.() -> Unit = {}): Unit =
        widget(
            RowBuilder().apply(build).run {
                val row = ButtonBar(title = title, action = action, semanticPaths = semanticPaths)
                Widget.ButtonBar(row)
            },
        )

    /** Adds a line that can be tapped, with a title of at most 200 characters and an image or an icon. */
    public fun selectorRow(title: String, build: SelectorBuilder.() -> Unit = {}): Unit =
        widget(
            SelectorBuilder().apply(build).run {
                val row = SelectorRow(
                    title = title,
                    imageId = image,
                    iconName = icon,
                    hasDivider = hasDivider,
                    action = action,
                    semanticPaths = semanticPaths,
                )
                Widget.SelectorRow(row)
            },
        )

    /**
     * Adds an event: a title of at most 24 characters, a subtitle of at most 59, a label of at most 15, an image or an
     * icon.
     */
    public fun eventRow(title: String, build: EventBuilder.() -> Unit = {}): Unit =
        widget(
            EventBuilder().apply(build).run {
                val row = EventRow(
                    title = title,
                    subtitle = subtitle,
                    label = label,
                    imageUrl = image,
                    imageId = imageId,
                    iconName = icon,
                    hasDivider = hasDivider,
                    semanticPaths = semanticPaths,
                )
                Widget.EventRow(row)
            },
        )

    /** Adds two or three facts side by side: titles of at most 50 characters, values of at most 100. */
    public fun groupInfoRow(vararg items: Pair<String, String>, build: RowBuilder.() -> Unit = {}): Unit =
        widget(
            RowBuilder().apply(build).run {
                val row = GroupInfoRow(
                    items = items.map { (title, value) -> GroupInfoItem(title = title, value = value) },
                    hasDivider = hasDivider,
                    semanticPaths = semanticPaths,
                )
                Widget.GroupInfoRow(row)
            },
        )

    /**
     * Adds a score with a title of at most 25 characters: [ScoreBuilder.percentage] from 0 to 100, or
     * [ScoreBuilder.words] of at most 17 characters.
     */
    public fun scoreRow(title: String, build: ScoreBuilder.() -> Unit): Unit =
        widget(
            ScoreBuilder().apply(build).run {
                val row = ScoreRow(
                    title = title,
                    percentageScore = percentage,
                    descriptiveScore = words,
                    scoreColor = color,
                    iconName = icon,
                    hasDivider = hasDivider,
                    action = action,
                    semanticPaths = semanticPaths,
                )
                Widget.ScoreRow(row)
            },
        )

    /** Adds a scale with an indicator at [percentage], 0 (left edge) to 100 (right edge), and up to three sections. */
    public fun evaluationRow(text: String, vararg byName: ByName, percentage: Int, build: EvaluationBuilder.() -> Unit = {}): Unit =
        widget(
            EvaluationBuilder().apply(build).run {
                val row = EvaluationRow(
                    indicatorText = text,
                    indicatorPercentage = percentage,
                    iconName = icon,
                    left = left,
                    middle = middle,
                    right = right,
                    semanticPaths = semanticPaths,
                )
                Widget.EvaluationRow(row)
            },
        )

    /** Adds a carousel of images. */
    public fun imageCarouselRow(vararg images: CarouselItem, build: RowBuilder.() -> Unit = {}): Unit =
        widget(
            RowBuilder().apply(build).run {
                val row = ImageCarouselRow(items = images.asList(), hasDivider = hasDivider, semanticPaths = semanticPaths)
                Widget.ImageCarouselRow(row)
            },
        )
}

// The builders of add-ons are made by open-platform-generator.

/** The builder of [postAddon]. */
public class PostAddonBuilder internal constructor() : WidgetsBuilder() {
    private val semantic = mutableMapOf<String, String>()

    /** Text for the app itself. */
    public var notes: String? = null

    /** Allows an empty add-on, which removes what this app has shown so far. Not part of the JSON. */
    public var allowEmpty: Boolean = false

    /** Adds semantic values, facts under machine-readable names: `semantic("inspection_result" to "INSPECTION_APPROVED")`. */
    public fun semantic(vararg values: Pair<String, String>) {
        semantic += values
    }

    internal fun build(): PostAddon = PostAddon(
        widgets = widgets.toList(),
        semantic = semantic.toMap(),
        notes = notes,
        allowEmpty = allowEmpty,
    )
}

/** The builder of [userAddon]. */
public class UserAddonBuilder internal constructor() : WidgetsBuilder() {
    private val semantic = mutableMapOf<String, String>()

    /** Slugs of the categories in which it is shown; empty means all in which the app is active. */
    public var categories: List<String> = emptyList()

    /** The payment ticket to spend: a UUID. */
    public var ticketUuid: String? = null

    /** What the app charged. 10 rial are 1 toman. */
    public var cost: Rials? = null

    /**
     * Allows an empty add-on, with which later posts show nothing. What posts show already stays until the add-on is
     * deleted. Not part of the JSON.
     */
    public var allowEmpty: Boolean = false

    /** Adds semantic values, facts under machine-readable names: `semantic("inspection_result" to "INSPECTION_APPROVED")`. */
    public fun semantic(vararg values: Pair<String, String>) {
        semantic += values
    }

    internal fun build(): UserAddon = UserAddon(
        widgets = widgets.toList(),
        categories = categories,
        ticketUuid = ticketUuid,
        cost = cost,
        semantic = semantic.toMap(),
        allowEmpty = allowEmpty,
    )
}

/** The members that all rows have. */
@OpenPlatformDsl
public open class RowBuilder internal constructor() {
    /** Whether a line is drawn under the row. */
    public var hasDivider: Boolean = false

    /**
     * Values of the row that become readable semantic data: a map from the semantic name to the path of the value inside the
     * row, such as `"color" to "text"`.
     */
    public var semanticPaths: Map<String, String> = emptyMap()
}

// The blocks of the rows are made by open-platform-generator.

/** The members of a description row. */
public class DescriptionBuilder internal constructor() : RowBuilder() {
    /** Whether the text is shortened until the user taps it. Then the limit of 200 characters does not apply. */
    public var expandable: Boolean = false
}

/** The members of a selector row. */
public class SelectorBuilder internal constructor() : RowBuilder() {
    /** An uploaded image, or the app's logo. Errors name it `imageId`. */
    public var image: Image? = null

    /** Sets [image] to an image that was uploaded. */
    public fun image(uploaded: UploadedImage) {
        image = uploaded.imageName
    }

    /** An icon. [iconNames] has the known ones. Errors name it `iconName`. */
    public var icon: Icon? = null

    /** The action of a click. */
    public var action: Action? = null
}

/** The members of an event row. */
public class EventBuilder internal constructor() : RowBuilder() {
    /** The text under the title: at most 59 characters. */
    public var subtitle: String? = null

    /** The text at the end of the row: at most 15 characters. */
    public var label: String? = null

    /** An uploaded image, or the app's logo, under the name in the specification. Errors name it `imageUrl`. */
    public var image: Image? = null

    /** Sets [image] to an image that was uploaded. */
    public fun image(uploaded: UploadedImage) {
        image = uploaded.imageName
    }

    /** An uploaded image, or the app's logo, under the newer name. */
    public var imageId: Image? = null

    /** An icon. [iconNames] has the known ones. Errors name it `iconName`. */
    public var icon: Icon? = null
}

/** The members of a score row. */
public class ScoreBuilder internal constructor() : RowBuilder() {
    /**
     * The score in percent, from 0 to 100. Zero is written: it differs from no score. Errors name it `percentageScore`.
     */
    public var percentage: Int? = null

    /** The score in words: at most 17 characters. Errors name it `descriptiveScore`. */
    public var words: String? = null

    /** Colour of the score. Errors name it `scoreColor`. */
    public var color: Color? = null

    /** An icon. [iconNames] has the known ones. Errors name it `iconName`. */
    public var icon: Icon? = null

    /** The action of a click. */
    public var action: Action? = null
}

/** The members of an evaluation row. */
public class EvaluationBuilder internal constructor() : RowBuilder() {
    /** Icon of the indicator. [iconNames] has the known ones. Errors name it `iconName`. */
    public var icon: Icon? = null

    /** The left section. */
    public var left: EvaluationSection? = null

    /** The middle section. */
    public var middle: EvaluationSection? = null

    /** The right section. */
    public var right: EvaluationSection? = null
}
