// Made from the core by `cargo run -p open-platform-generator`. Do not edit.
@file:OptIn(ExperimentalStdlibApi::class)

package io.github.openplatformsdk.java

import io.github.openplatformsdk.*
import java.util.function.Consumer

/** Builds a [BotMessage]. */
public class BotMessageBuilder {
    private var text: String? = null
    private var mediaToken: String? = null
    private var buttons: ButtonGrid? = null
    private val extra = mutableMapOf<String, Json>()

    /** The text. In JSON it is `"text_message"`, with `"type"` beside it. */
    public fun text(text: String): BotMessageBuilder = apply { this.text = text }

    /** The token of an image, video, voice recording or file that was uploaded for the chat. */
    public fun mediaToken(mediaToken: String): BotMessageBuilder = apply { this.mediaToken = mediaToken }

    /** Buttons under the message. */
    public fun buttons(buttons: ButtonGrid): BotMessageBuilder = apply { this.buttons = buttons }

    /** Like the other [buttons], but builds it. */
    public fun buttons(buttons: Consumer<ButtonGridBuilder>): BotMessageBuilder =
        apply { this.buttons = ButtonGridBuilder().built(buttons) }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): BotMessageBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): BotMessageBuilder = apply { extra[name] = value }

    /**
     * Returns the [BotMessage].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): BotMessage = BotMessage(
        text = text,
        mediaToken = mediaToken,
        buttons = buttons,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<BotMessageBuilder>): BotMessage = also(by::accept).build()
}

/** Builds a [BusinessAddon]. */
public class BusinessAddonBuilder {
    private val widgets = mutableListOf<Widget>()
    private var allowEmpty: Boolean = false
    private val extra = mutableMapOf<String, Json>()

    /** The widgets, from top to bottom. It replaces those that were given before. */
    public fun widgets(widgets: List<Widget>): BusinessAddonBuilder =
        apply { this.widgets.clear(); this.widgets += widgets }

    /** Adds a widget. */
    public fun widget(widget: Widget): BusinessAddonBuilder = apply { widgets += widget }

    /** Adds a title of at most 49 characters. */
    public fun titleRow(row: Consumer<TitleRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.TitleRow(TitleRowBuilder().built(row)) }

    /** Like the other [titleRow], with its `text`. */
    @JvmOverloads
    public fun titleRow(text: String, row: Consumer<TitleRowBuilder> = Consumer {}): BusinessAddonBuilder =
        apply { widgets += Widget.TitleRow(TitleRowBuilder().text(text).built(row)) }

    /** Adds a smaller title of at most 200 characters. */
    public fun subtitleRow(row: Consumer<SubtitleRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.SubtitleRow(SubtitleRowBuilder().built(row)) }

    /** Like the other [subtitleRow], with its `text`. */
    @JvmOverloads
    public fun subtitleRow(text: String, row: Consumer<SubtitleRowBuilder> = Consumer {}): BusinessAddonBuilder =
        apply { widgets += Widget.SubtitleRow(SubtitleRowBuilder().text(text).built(row)) }

    /** Adds a paragraph of at most 200 characters, or of any length if it is `expandable`. */
    public fun descriptionRow(row: Consumer<DescriptionRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.DescriptionRow(DescriptionRowBuilder().built(row)) }

    /** Like the other [descriptionRow], with its `text`. */
    @JvmOverloads
    public fun descriptionRow(text: String, row: Consumer<DescriptionRowBuilder> = Consumer {}): BusinessAddonBuilder =
        apply { widgets += Widget.DescriptionRow(DescriptionRowBuilder().text(text).built(row)) }

    /** Adds a wide button that starts `action`, with a title of at most 49 characters. */
    public fun buttonBar(row: Consumer<ButtonBarBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.ButtonBar(ButtonBarBuilder().built(row)) }

    /** Like the other [buttonBar], with its `title`. */
    @JvmOverloads
    public fun buttonBar(title: String, row: Consumer<ButtonBarBuilder> = Consumer {}): BusinessAddonBuilder =
        apply { widgets += Widget.ButtonBar(ButtonBarBuilder().title(title).built(row)) }

    /** Adds a line that can be tapped, with a title of at most 200 characters and an image or an icon. */
    public fun selectorRow(row: Consumer<SelectorRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.SelectorRow(SelectorRowBuilder().built(row)) }

    /** Like the other [selectorRow], with its `title`. */
    @JvmOverloads
    public fun selectorRow(title: String, row: Consumer<SelectorRowBuilder> = Consumer {}): BusinessAddonBuilder =
        apply { widgets += Widget.SelectorRow(SelectorRowBuilder().title(title).built(row)) }

    /**
     * Adds an event: a title of at most 24 characters, a subtitle of at most 59, a label of at most 15, an image or an
     * icon.
     */
    public fun eventRow(row: Consumer<EventRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.EventRow(EventRowBuilder().built(row)) }

    /** Like the other [eventRow], with its `title`. */
    @JvmOverloads
    public fun eventRow(title: String, row: Consumer<EventRowBuilder> = Consumer {}): BusinessAddonBuilder =
        apply { widgets += Widget.EventRow(EventRowBuilder().title(title).built(row)) }

    /** Adds two or three facts side by side: titles of at most 50 characters, values of at most 100. */
    public fun groupInfoRow(row: Consumer<GroupInfoRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.GroupInfoRow(GroupInfoRowBuilder().built(row)) }

    /**
     * Adds a score with a title of at most 25 characters: `percentageScore` from 0 to 100, or `descriptiveScore` of at
     * most 17 characters.
     */
    public fun scoreRow(row: Consumer<ScoreRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.ScoreRow(ScoreRowBuilder().built(row)) }

    /** Like the other [scoreRow], with its `title`. */
    @JvmOverloads
    public fun scoreRow(title: String, row: Consumer<ScoreRowBuilder> = Consumer {}): BusinessAddonBuilder =
        apply { widgets += Widget.ScoreRow(ScoreRowBuilder().title(title).built(row)) }

    /**
     * Adds a scale with an indicator at `indicatorPercentage`, 0 (left edge) to 100 (right edge), and up to three
     * sections.
     */
    public fun evaluationRow(row: Consumer<EvaluationRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.EvaluationRow(EvaluationRowBuilder().built(row)) }

    /** Like the other [evaluationRow], with its `indicatorText`. */
    @JvmOverloads
    public fun evaluationRow(indicatorText: String, row: Consumer<EvaluationRowBuilder> = Consumer {}): BusinessAddonBuilder =
        apply { widgets += Widget.EvaluationRow(EvaluationRowBuilder().indicatorText(indicatorText).built(row)) }

    /** Adds a carousel of images. */
    public fun imageCarouselRow(row: Consumer<ImageCarouselRowBuilder>): BusinessAddonBuilder =
        apply { widgets += Widget.ImageCarouselRow(ImageCarouselRowBuilder().built(row)) }

    /**
     * Allows an empty add-on. Whether posts that show an earlier one then show nothing is not documented. Not part of
     * the JSON.
     */
    public fun allowEmpty(allowEmpty: Boolean): BusinessAddonBuilder = apply { this.allowEmpty = allowEmpty }

    /**
     * Members that this version does not know. `notes` is one of them: only the text of the documents has it
     * (docs/platform.md#contradiction-36).
     */
    public fun extra(extra: Map<String, Json>): BusinessAddonBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): BusinessAddonBuilder = apply { extra[name] = value }

    /**
     * Returns the [BusinessAddon].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): BusinessAddon = BusinessAddon(
        widgets = widgets.toList(),
        allowEmpty = allowEmpty,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<BusinessAddonBuilder>): BusinessAddon = also(by::accept).build()
}

/** Builds a [Button]. */
public class ButtonBuilder {
    private var action: Action? = null
    private var iconName: Icon? = null
    private var icon: Icon? = null
    private var caption: String? = null
    private val extra = mutableMapOf<String, Json>()

    /** The action of a click. */
    public fun action(action: Action): ButtonBuilder = apply { this.action = action }

    /** The icon, under the name in the specification. */
    public fun iconName(iconName: Icon): ButtonBuilder = apply { this.iconName = iconName }

    /** The icon, under the newer name of the live platform (docs/platform.md#contradiction-5). */
    public fun icon(icon: Icon): ButtonBuilder = apply { this.icon = icon }

    /** The caption. */
    public fun caption(caption: String): ButtonBuilder = apply { this.caption = caption }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): ButtonBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): ButtonBuilder = apply { extra[name] = value }

    /**
     * Returns the [Button].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): Button = Button(
        action = needed(action, "Button.action"),
        iconName = iconName,
        icon = icon,
        caption = needed(caption, "Button.caption"),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<ButtonBuilder>): Button = also(by::accept).build()
}

/** Builds a [ButtonBar]. */
public class ButtonBarBuilder {
    private var title: String? = null
    private var action: Action? = null
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** At most 49 characters. */
    public fun title(title: String): ButtonBarBuilder = apply { this.title = title }

    /** The action of a click. */
    public fun action(action: Action): ButtonBarBuilder = apply { this.action = action }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): ButtonBarBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): ButtonBarBuilder = apply { semanticPaths[name] = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): ButtonBarBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): ButtonBarBuilder = apply { extra[name] = value }

    /**
     * Returns the [ButtonBar].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): ButtonBar = ButtonBar(
        title = needed(title, "ButtonBar.title"),
        action = needed(action, "ButtonBar.action"),
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<ButtonBarBuilder>): ButtonBar = also(by::accept).build()
}

/** Builds a [ButtonGrid]. */
public class ButtonGridBuilder {
    private val rows = mutableListOf<ButtonRow>()
    private val extra = mutableMapOf<String, Json>()

    /** The rows. It replaces those that were given before. */
    public fun rows(rows: List<ButtonRow>): ButtonGridBuilder = apply { this.rows.clear(); this.rows += rows }

    /** Adds an item to `rows`. */
    public fun row(row: Consumer<ButtonRowBuilder>): ButtonGridBuilder = apply { rows += ButtonRowBuilder().built(row) }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): ButtonGridBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): ButtonGridBuilder = apply { extra[name] = value }

    /**
     * Returns the [ButtonGrid].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): ButtonGrid = ButtonGrid(
        rows = rows.toList(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<ButtonGridBuilder>): ButtonGrid = also(by::accept).build()
}

/** Builds a [ButtonRow]. */
public class ButtonRowBuilder {
    private val buttons = mutableListOf<Button>()
    private val extra = mutableMapOf<String, Json>()

    /** The buttons. It replaces those that were given before. */
    public fun buttons(buttons: List<Button>): ButtonRowBuilder =
        apply { this.buttons.clear(); this.buttons += buttons }

    /** Adds an item to `buttons`. */
    public fun button(button: Consumer<ButtonBuilder>): ButtonRowBuilder =
        apply { buttons += ButtonBuilder().built(button) }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): ButtonRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): ButtonRowBuilder = apply { extra[name] = value }

    /** Adds a button that opens a page. */
    public fun link(caption: String, url: String): ButtonRowBuilder = action(caption, Action.OpenDirectLink(url))

    /** Adds a button that asks the app for an address to open. The start request contains [data]: texts, numbers, lists and maps. */
    public fun server(caption: String, data: Map<String, Any?>): ButtonRowBuilder =
        action(caption, Action.OpenServerLink(jsonText(data)))

    /** Adds a button that asks the app for an action. The request contains [data]: texts, numbers, lists and maps. */
    public fun dynamic(caption: String, data: Map<String, Any?>): ButtonRowBuilder =
        action(caption, Action.GetDynamicAction(jsonText(data)))

    /** Adds a button that opens the page of a post. */
    public fun postPage(caption: String, post: PostToken): ButtonRowBuilder = action(caption, Action.OpenPostPage(post))

    /** Adds a button that opens the page where the owner manages a post. */
    public fun postManagePage(caption: String, post: PostToken): ButtonRowBuilder =
        action(caption, Action.OpenPostManagePage(post))

    /** Adds a button with an action. */
    public fun action(caption: String, action: Action): ButtonRowBuilder = button { it.caption(caption).action(action) }

    /**
     * Returns the [ButtonRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): ButtonRow = ButtonRow(
        buttons = buttons.toList(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<ButtonRowBuilder>): ButtonRow = also(by::accept).build()
}

/** Builds a [CarouselItem]. */
public class CarouselItemBuilder {
    private var imageId: Image? = null
    private var description: String? = null
    private val extra = mutableMapOf<String, Json>()

    /** An uploaded image, or the app's logo. */
    public fun imageId(imageId: Image): CarouselItemBuilder = apply { this.imageId = imageId }

    /** Like the other [imageId], with an image that was uploaded. */
    public fun imageId(uploaded: UploadedImage): CarouselItemBuilder = apply { imageId = uploaded.imageName }

    /** Text under the image. Its limit is not documented. */
    public fun description(description: String): CarouselItemBuilder = apply { this.description = description }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): CarouselItemBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): CarouselItemBuilder = apply { extra[name] = value }

    /**
     * Returns the [CarouselItem].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): CarouselItem = CarouselItem(
        imageId = needed(imageId, "CarouselItem.imageId"),
        description = description,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<CarouselItemBuilder>): CarouselItem = also(by::accept).build()
}

/** Builds a [CustomButton]. */
public class CustomButtonBuilder {
    private var kind: CustomButtonType? = null
    private var action: Action? = null
    private val extra = mutableMapOf<String, Json>()

    /** What it is for. */
    public fun kind(kind: CustomButtonType): CustomButtonBuilder = apply { this.kind = kind }

    /** What a click does. */
    public fun action(action: Action): CustomButtonBuilder = apply { this.action = action }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): CustomButtonBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): CustomButtonBuilder = apply { extra[name] = value }

    /**
     * Returns the [CustomButton].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): CustomButton = CustomButton(
        kind = needed(kind, "CustomButton.kind"),
        action = action,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<CustomButtonBuilder>): CustomButton = also(by::accept).build()
}

/** Builds a [DescriptionRow]. */
public class DescriptionRowBuilder {
    private var text: String? = null
    private var hasDivider: Boolean = false
    private var expandable: Boolean = false
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** At most 200 characters, unless `expandable`. */
    public fun text(text: String): DescriptionRowBuilder = apply { this.text = text }

    /** Whether a line is drawn under the row. */
    public fun hasDivider(hasDivider: Boolean): DescriptionRowBuilder = apply { this.hasDivider = hasDivider }

    /** Whether the text is shortened until the user taps it. Then the limit of 200 characters does not apply. */
    public fun expandable(expandable: Boolean): DescriptionRowBuilder = apply { this.expandable = expandable }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): DescriptionRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): DescriptionRowBuilder = apply { semanticPaths[name] = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): DescriptionRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): DescriptionRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [DescriptionRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): DescriptionRow = DescriptionRow(
        text = needed(text, "DescriptionRow.text"),
        hasDivider = hasDivider,
        expandable = expandable,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<DescriptionRowBuilder>): DescriptionRow = also(by::accept).build()
}

/** Builds a [DynamicActionReply]. */
public class DynamicActionReplyBuilder {
    private var action: Action? = null
    private var textMessage: String? = null
    private val extra = mutableMapOf<String, Json>()

    /** The action to carry out. */
    public fun action(action: Action): DynamicActionReplyBuilder = apply { this.action = action }

    /** A text that is shown for a moment. */
    public fun textMessage(textMessage: String): DynamicActionReplyBuilder = apply { this.textMessage = textMessage }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): DynamicActionReplyBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): DynamicActionReplyBuilder = apply { extra[name] = value }

    /**
     * Returns the [DynamicActionReply].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): DynamicActionReply = DynamicActionReply(
        action = action,
        textMessage = textMessage,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<DynamicActionReplyBuilder>): DynamicActionReply = also(by::accept).build()
}

/** Builds an [EvaluationRow]. */
public class EvaluationRowBuilder {
    private var indicatorText: String? = null
    private var indicatorPercentage: Int? = null
    private var iconName: Icon? = null
    private var left: EvaluationSection? = null
    private var middle: EvaluationSection? = null
    private var right: EvaluationSection? = null
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** Text on the indicator. Its limit is not documented. */
    public fun indicatorText(indicatorText: String): EvaluationRowBuilder = apply { this.indicatorText = indicatorText }

    /** Position of the indicator, from 0 (left edge) to 100 (right edge). */
    public fun indicatorPercentage(indicatorPercentage: Int): EvaluationRowBuilder =
        apply { this.indicatorPercentage = indicatorPercentage }

    /** Icon of the indicator. */
    public fun iconName(iconName: Icon): EvaluationRowBuilder = apply { this.iconName = iconName }

    /** The left section. */
    public fun left(left: EvaluationSection): EvaluationRowBuilder = apply { this.left = left }

    /** Like the other [left], but builds it. */
    public fun left(left: Consumer<EvaluationSectionBuilder>): EvaluationRowBuilder =
        apply { this.left = EvaluationSectionBuilder().built(left) }

    /** The middle section. */
    public fun middle(middle: EvaluationSection): EvaluationRowBuilder = apply { this.middle = middle }

    /** Like the other [middle], but builds it. */
    public fun middle(middle: Consumer<EvaluationSectionBuilder>): EvaluationRowBuilder =
        apply { this.middle = EvaluationSectionBuilder().built(middle) }

    /** The right section. */
    public fun right(right: EvaluationSection): EvaluationRowBuilder = apply { this.right = right }

    /** Like the other [right], but builds it. */
    public fun right(right: Consumer<EvaluationSectionBuilder>): EvaluationRowBuilder =
        apply { this.right = EvaluationSectionBuilder().built(right) }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): EvaluationRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): EvaluationRowBuilder = apply { semanticPaths[name] = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): EvaluationRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): EvaluationRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [EvaluationRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): EvaluationRow = EvaluationRow(
        indicatorText = needed(indicatorText, "EvaluationRow.indicatorText"),
        indicatorPercentage = needed(indicatorPercentage, "EvaluationRow.indicatorPercentage"),
        iconName = iconName,
        left = left,
        middle = middle,
        right = right,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<EvaluationRowBuilder>): EvaluationRow = also(by::accept).build()
}

/** Builds an [EvaluationSection]. */
public class EvaluationSectionBuilder {
    private var text: String? = null
    private var sectionColor: Color? = null
    private val extra = mutableMapOf<String, Json>()

    /** At most 18 characters. */
    public fun text(text: String): EvaluationSectionBuilder = apply { this.text = text }

    /** Colour of the section. */
    public fun sectionColor(sectionColor: Color): EvaluationSectionBuilder = apply { this.sectionColor = sectionColor }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): EvaluationSectionBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): EvaluationSectionBuilder = apply { extra[name] = value }

    /**
     * Returns the [EvaluationSection].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): EvaluationSection = EvaluationSection(
        text = needed(text, "EvaluationSection.text"),
        sectionColor = sectionColor,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<EvaluationSectionBuilder>): EvaluationSection = also(by::accept).build()
}

/** Builds an [EventRow]. */
public class EventRowBuilder {
    private var title: String? = null
    private var subtitle: String? = null
    private var label: String? = null
    private var imageUrl: Image? = null
    private var imageId: Image? = null
    private var iconName: Icon? = null
    private var hasDivider: Boolean = false
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** At most 24 characters. */
    public fun title(title: String): EventRowBuilder = apply { this.title = title }

    /** The text under the title: at most 59 characters. */
    public fun subtitle(subtitle: String): EventRowBuilder = apply { this.subtitle = subtitle }

    /** The text at the end of the row: at most 15 characters. */
    public fun label(label: String): EventRowBuilder = apply { this.label = label }

    /** An uploaded image, or the app's logo, under the name in the specification. */
    public fun imageUrl(imageUrl: Image): EventRowBuilder = apply { this.imageUrl = imageUrl }

    /** Like the other [imageUrl], with an image that was uploaded. */
    public fun imageUrl(uploaded: UploadedImage): EventRowBuilder = apply { imageUrl = uploaded.imageName }

    /** An uploaded image, or the app's logo, under the newer name. */
    public fun imageId(imageId: Image): EventRowBuilder = apply { this.imageId = imageId }

    /** Like the other [imageId], with an image that was uploaded. */
    public fun imageId(uploaded: UploadedImage): EventRowBuilder = apply { imageId = uploaded.imageName }

    /** An icon. */
    public fun iconName(iconName: Icon): EventRowBuilder = apply { this.iconName = iconName }

    /** Whether a line is drawn under the row. */
    public fun hasDivider(hasDivider: Boolean): EventRowBuilder = apply { this.hasDivider = hasDivider }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): EventRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): EventRowBuilder = apply { semanticPaths[name] = value }

    /**
     * Members that this version does not know. `action` is one: examples show it, the interface description does not
     * have it (docs/platform.md#contradiction-32).
     */
    public fun extra(extra: Map<String, Json>): EventRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): EventRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [EventRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): EventRow = EventRow(
        title = needed(title, "EventRow.title"),
        subtitle = subtitle,
        label = label,
        imageUrl = imageUrl,
        imageId = imageId,
        iconName = iconName,
        hasDivider = hasDivider,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<EventRowBuilder>): EventRow = also(by::accept).build()
}

/** Builds a [GroupInfoItem]. */
public class GroupInfoItemBuilder {
    private var title: String? = null
    private var value: String? = null
    private val extra = mutableMapOf<String, Json>()

    /** At most 50 characters. */
    public fun title(title: String): GroupInfoItemBuilder = apply { this.title = title }

    /** At most 100 characters. */
    public fun value(value: String): GroupInfoItemBuilder = apply { this.value = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): GroupInfoItemBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): GroupInfoItemBuilder = apply { extra[name] = value }

    /**
     * Returns the [GroupInfoItem].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): GroupInfoItem = GroupInfoItem(
        title = needed(title, "GroupInfoItem.title"),
        value = needed(value, "GroupInfoItem.value"),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<GroupInfoItemBuilder>): GroupInfoItem = also(by::accept).build()
}

/** Builds a [GroupInfoRow]. */
public class GroupInfoRowBuilder {
    private val items = mutableListOf<GroupInfoItem>()
    private var hasDivider: Boolean = false
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** Two or three. It replaces those that were given before. */
    public fun items(items: List<GroupInfoItem>): GroupInfoRowBuilder =
        apply { this.items.clear(); this.items += items }

    /** Adds an item to `items`. */
    public fun item(item: Consumer<GroupInfoItemBuilder>): GroupInfoRowBuilder =
        apply { items += GroupInfoItemBuilder().built(item) }

    /** Whether a line is drawn under the row. */
    public fun hasDivider(hasDivider: Boolean): GroupInfoRowBuilder = apply { this.hasDivider = hasDivider }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): GroupInfoRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): GroupInfoRowBuilder = apply { semanticPaths[name] = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): GroupInfoRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): GroupInfoRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [GroupInfoRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): GroupInfoRow = GroupInfoRow(
        items = items.toList(),
        hasDivider = hasDivider,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<GroupInfoRowBuilder>): GroupInfoRow = also(by::accept).build()
}

/** Builds an [ImageCarouselRow]. */
public class ImageCarouselRowBuilder {
    private val items = mutableListOf<CarouselItem>()
    private var hasDivider: Boolean = false
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** The images, in order. It replaces those that were given before. */
    public fun items(items: List<CarouselItem>): ImageCarouselRowBuilder =
        apply { this.items.clear(); this.items += items }

    /** Adds an item to `items`. */
    public fun item(item: Consumer<CarouselItemBuilder>): ImageCarouselRowBuilder =
        apply { items += CarouselItemBuilder().built(item) }

    /** Whether a line is drawn under the row. */
    public fun hasDivider(hasDivider: Boolean): ImageCarouselRowBuilder = apply { this.hasDivider = hasDivider }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): ImageCarouselRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): ImageCarouselRowBuilder =
        apply { semanticPaths[name] = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): ImageCarouselRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): ImageCarouselRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [ImageCarouselRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): ImageCarouselRow = ImageCarouselRow(
        items = items.toList(),
        hasDivider = hasDivider,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<ImageCarouselRowBuilder>): ImageCarouselRow = also(by::accept).build()
}

/** Builds an [InboxOptions]. */
public class InboxOptionsBuilder {
    private var leaseSeconds: Long? = null
    private var maxAttempts: Long? = null
    private var capacity: Long? = null
    private var inOrder: Boolean = false
    private var rememberDays: Long? = null

    /**
     * How long a worker has an event before another may get it: 60 seconds by default, from a second to 24 hours, in
     * whole seconds. The workers of this SDK extend the lease while a handler runs. Your own workers call `Inbox.keep`
     * or `Inbox.extend`.
     */
    public fun leaseSeconds(leaseSeconds: Long): InboxOptionsBuilder = apply { this.leaseSeconds = leaseSeconds }

    /**
     * After how many failed attempts an event becomes a dead letter, 1 to 1,000. 10 by default, which takes about four
     * hours.
     */
    public fun maxAttempts(maxAttempts: Long): InboxOptionsBuilder = apply { this.maxAttempts = maxAttempts }

    /** How many events may wait. 100,000 by default. The response to further events is 503. */
    public fun capacity(capacity: Long): InboxOptionsBuilder = apply { this.capacity = capacity }

    /**
     * Whether the messages of one conversation are handled one after the other, in the order of their arrival. A
     * message that fails blocks those after it until it is handled or a dead letter. Off by default.
     */
    public fun inOrder(inOrder: Boolean): InboxOptionsBuilder = apply { this.inOrder = inOrder }

    /** For how many days a repeated message or transaction is recognized, 1 to 3,650. 30 by default. */
    public fun rememberDays(rememberDays: Long): InboxOptionsBuilder = apply { this.rememberDays = rememberDays }

    /**
     * Returns the [InboxOptions].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): InboxOptions = InboxOptions(
        leaseSeconds = leaseSeconds,
        maxAttempts = maxAttempts,
        capacity = capacity,
        inOrder = inOrder,
        rememberDays = rememberDays,
    )

    internal fun built(by: Consumer<InboxOptionsBuilder>): InboxOptions = also(by::accept).build()
}

/** Builds a [Message]. */
public class MessageBuilder {
    private var text: String? = null
    private var mediaToken: String? = null
    private var senderButtons: ButtonGrid? = null
    private var receiverButtons: ButtonGrid? = null
    private val extra = mutableMapOf<String, Json>()

    /** The text. In JSON it is `message`, with `type` beside it. */
    public fun text(text: String): MessageBuilder = apply { this.text = text }

    /** The token of an image, video, voice recording or file that was uploaded for the chat. */
    public fun mediaToken(mediaToken: String): MessageBuilder = apply { this.mediaToken = mediaToken }

    /** Buttons that the sending side sees. */
    public fun senderButtons(senderButtons: ButtonGrid): MessageBuilder = apply { this.senderButtons = senderButtons }

    /** Like the other [senderButtons], but builds it. */
    public fun senderButtons(senderButtons: Consumer<ButtonGridBuilder>): MessageBuilder =
        apply { this.senderButtons = ButtonGridBuilder().built(senderButtons) }

    /** Buttons that the receiving side sees. */
    public fun receiverButtons(receiverButtons: ButtonGrid): MessageBuilder =
        apply { this.receiverButtons = receiverButtons }

    /** Like the other [receiverButtons], but builds it. */
    public fun receiverButtons(receiverButtons: Consumer<ButtonGridBuilder>): MessageBuilder =
        apply { this.receiverButtons = ButtonGridBuilder().built(receiverButtons) }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): MessageBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): MessageBuilder = apply { extra[name] = value }

    /**
     * Returns the [Message].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): Message = Message(
        text = text,
        mediaToken = mediaToken,
        senderButtons = senderButtons,
        receiverButtons = receiverButtons,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<MessageBuilder>): Message = also(by::accept).build()
}

/** Builds a [NumberRange]. */
public class NumberRangeBuilder {
    private var min: Long? = null
    private var max: Long? = null
    private val extra = mutableMapOf<String, Json>()

    /** The smallest number. */
    public fun min(min: Long): NumberRangeBuilder = apply { this.min = min }

    /** The largest number. */
    public fun max(max: Long): NumberRangeBuilder = apply { this.max = max }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): NumberRangeBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): NumberRangeBuilder = apply { extra[name] = value }

    /**
     * Returns the [NumberRange].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): NumberRange = NumberRange(
        min = min,
        max = max,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<NumberRangeBuilder>): NumberRange = also(by::accept).build()
}

/** Builds a [PaymentReport]. */
public class PaymentReportBuilder {
    private var amount: Rials? = null
    private var profit: Rials? = null
    private val services = mutableListOf<String>()
    private var referenceId: String? = null
    private val extra = mutableMapOf<String, Json>()

    /** What the user paid. */
    @JvmExposeBoxed
    public fun amount(amount: Rials): PaymentReportBuilder = apply { this.amount = amount }

    /** The app's profit in it. */
    @JvmExposeBoxed
    public fun profit(profit: Rials): PaymentReportBuilder = apply { this.profit = profit }

    /** The services that the user paid for. It replaces those that were given before. */
    public fun services(services: List<String>): PaymentReportBuilder =
        apply { this.services.clear(); this.services += services }

    /** The app's own id of the payment. It is unique, so a report is repeated with the same id. */
    public fun referenceId(referenceId: String): PaymentReportBuilder = apply { this.referenceId = referenceId }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): PaymentReportBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PaymentReportBuilder = apply { extra[name] = value }

    /**
     * Returns the [PaymentReport].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): PaymentReport = PaymentReport(
        amount = needed(amount, "PaymentReport.amount"),
        profit = needed(profit, "PaymentReport.profit"),
        services = services.toList(),
        referenceId = needed(referenceId, "PaymentReport.referenceId"),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PaymentReportBuilder>): PaymentReport = also(by::accept).build()
}

/** Builds a [PostAddon]. */
public class PostAddonBuilder {
    private val widgets = mutableListOf<Widget>()
    private val semantic = mutableMapOf<String, String>()
    private var notes: String? = null
    private var allowEmpty: Boolean = false
    private val extra = mutableMapOf<String, Json>()

    /**
     * The widgets, from top to bottom. The documents state no maximum number. It replaces those that were given before.
     */
    public fun widgets(widgets: List<Widget>): PostAddonBuilder =
        apply { this.widgets.clear(); this.widgets += widgets }

    /** Adds a widget. */
    public fun widget(widget: Widget): PostAddonBuilder = apply { widgets += widget }

    /** Adds a title of at most 49 characters. */
    public fun titleRow(row: Consumer<TitleRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.TitleRow(TitleRowBuilder().built(row)) }

    /** Like the other [titleRow], with its `text`. */
    @JvmOverloads
    public fun titleRow(text: String, row: Consumer<TitleRowBuilder> = Consumer {}): PostAddonBuilder =
        apply { widgets += Widget.TitleRow(TitleRowBuilder().text(text).built(row)) }

    /** Adds a smaller title of at most 200 characters. */
    public fun subtitleRow(row: Consumer<SubtitleRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.SubtitleRow(SubtitleRowBuilder().built(row)) }

    /** Like the other [subtitleRow], with its `text`. */
    @JvmOverloads
    public fun subtitleRow(text: String, row: Consumer<SubtitleRowBuilder> = Consumer {}): PostAddonBuilder =
        apply { widgets += Widget.SubtitleRow(SubtitleRowBuilder().text(text).built(row)) }

    /** Adds a paragraph of at most 200 characters, or of any length if it is `expandable`. */
    public fun descriptionRow(row: Consumer<DescriptionRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.DescriptionRow(DescriptionRowBuilder().built(row)) }

    /** Like the other [descriptionRow], with its `text`. */
    @JvmOverloads
    public fun descriptionRow(text: String, row: Consumer<DescriptionRowBuilder> = Consumer {}): PostAddonBuilder =
        apply { widgets += Widget.DescriptionRow(DescriptionRowBuilder().text(text).built(row)) }

    /** Adds a wide button that starts `action`, with a title of at most 49 characters. */
    public fun buttonBar(row: Consumer<ButtonBarBuilder>): PostAddonBuilder =
        apply { widgets += Widget.ButtonBar(ButtonBarBuilder().built(row)) }

    /** Like the other [buttonBar], with its `title`. */
    @JvmOverloads
    public fun buttonBar(title: String, row: Consumer<ButtonBarBuilder> = Consumer {}): PostAddonBuilder =
        apply { widgets += Widget.ButtonBar(ButtonBarBuilder().title(title).built(row)) }

    /** Adds a line that can be tapped, with a title of at most 200 characters and an image or an icon. */
    public fun selectorRow(row: Consumer<SelectorRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.SelectorRow(SelectorRowBuilder().built(row)) }

    /** Like the other [selectorRow], with its `title`. */
    @JvmOverloads
    public fun selectorRow(title: String, row: Consumer<SelectorRowBuilder> = Consumer {}): PostAddonBuilder =
        apply { widgets += Widget.SelectorRow(SelectorRowBuilder().title(title).built(row)) }

    /**
     * Adds an event: a title of at most 24 characters, a subtitle of at most 59, a label of at most 15, an image or an
     * icon.
     */
    public fun eventRow(row: Consumer<EventRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.EventRow(EventRowBuilder().built(row)) }

    /** Like the other [eventRow], with its `title`. */
    @JvmOverloads
    public fun eventRow(title: String, row: Consumer<EventRowBuilder> = Consumer {}): PostAddonBuilder =
        apply { widgets += Widget.EventRow(EventRowBuilder().title(title).built(row)) }

    /** Adds two or three facts side by side: titles of at most 50 characters, values of at most 100. */
    public fun groupInfoRow(row: Consumer<GroupInfoRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.GroupInfoRow(GroupInfoRowBuilder().built(row)) }

    /**
     * Adds a score with a title of at most 25 characters: `percentageScore` from 0 to 100, or `descriptiveScore` of at
     * most 17 characters.
     */
    public fun scoreRow(row: Consumer<ScoreRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.ScoreRow(ScoreRowBuilder().built(row)) }

    /** Like the other [scoreRow], with its `title`. */
    @JvmOverloads
    public fun scoreRow(title: String, row: Consumer<ScoreRowBuilder> = Consumer {}): PostAddonBuilder =
        apply { widgets += Widget.ScoreRow(ScoreRowBuilder().title(title).built(row)) }

    /**
     * Adds a scale with an indicator at `indicatorPercentage`, 0 (left edge) to 100 (right edge), and up to three
     * sections.
     */
    public fun evaluationRow(row: Consumer<EvaluationRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.EvaluationRow(EvaluationRowBuilder().built(row)) }

    /** Like the other [evaluationRow], with its `indicatorText`. */
    @JvmOverloads
    public fun evaluationRow(indicatorText: String, row: Consumer<EvaluationRowBuilder> = Consumer {}): PostAddonBuilder =
        apply { widgets += Widget.EvaluationRow(EvaluationRowBuilder().indicatorText(indicatorText).built(row)) }

    /** Adds a carousel of images. */
    public fun imageCarouselRow(row: Consumer<ImageCarouselRowBuilder>): PostAddonBuilder =
        apply { widgets += Widget.ImageCarouselRow(ImageCarouselRowBuilder().built(row)) }

    /** Machine-readable facts, by name. */
    public fun semantic(semantic: Map<String, String>): PostAddonBuilder = apply { this.semantic += semantic }

    /** Adds a member to `semantic`. */
    public fun semantic(name: String, value: String): PostAddonBuilder = apply { semantic[name] = value }

    /** Text for the app itself. */
    public fun notes(notes: String): PostAddonBuilder = apply { this.notes = notes }

    /** Allows an empty add-on, which removes what this app has shown so far. Not part of the JSON. */
    public fun allowEmpty(allowEmpty: Boolean): PostAddonBuilder = apply { this.allowEmpty = allowEmpty }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): PostAddonBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PostAddonBuilder = apply { extra[name] = value }

    /**
     * Returns the [PostAddon].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): PostAddon = PostAddon(
        widgets = widgets.toList(),
        semantic = semantic.toMap(),
        notes = notes,
        allowEmpty = allowEmpty,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PostAddonBuilder>): PostAddon = also(by::accept).build()
}

/** Builds a [PostDetails]. */
public class PostDetailsBuilder {
    private var categorySlug: String? = null
    private var title: String? = null
    private var description: String? = null
    private val images = mutableListOf<String>()
    private var city: String? = null
    private var district: String? = null
    private var latitude: Double? = null
    private var longitude: Double? = null
    private var locationType: LocationType? = null
    private var hidePhone: Boolean = false
    private var chatEnabled: Boolean = false
    private var video: PostVideo? = null
    private val extra = mutableMapOf<String, Json>()

    /** Slug of the leaf category. Required in a submission, and not blank. */
    public fun categorySlug(categorySlug: String): PostDetailsBuilder = apply { this.categorySlug = categorySlug }

    /** The title. Required in a submission, and not blank. */
    public fun title(title: String): PostDetailsBuilder = apply { this.title = title }

    /** The description. Required in a submission, and not blank. */
    public fun description(description: String): PostDetailsBuilder = apply { this.description = description }

    /**
     * The images: the paths that their uploads returned, none of them blank. It replaces those that were given before.
     */
    public fun images(images: List<String>): PostDetailsBuilder = apply { this.images.clear(); this.images += images }

    /** Slug of the city. Required in a submission, and not blank. */
    public fun city(city: String): PostDetailsBuilder = apply { this.city = city }

    /** Slug of the district, if there is one. */
    public fun district(district: String): PostDetailsBuilder = apply { this.district = district }

    /** Latitude in degrees, from -90 to 90. Only together with the longitude. */
    public fun latitude(latitude: Double): PostDetailsBuilder = apply { this.latitude = latitude }

    /** Longitude in degrees, from -180 to 180. Only together with the latitude. */
    public fun longitude(longitude: Double): PostDetailsBuilder = apply { this.longitude = longitude }

    /** How exactly the place is shown. Required in a submission, also without a place. */
    public fun locationType(locationType: LocationType): PostDetailsBuilder = apply { this.locationType = locationType }

    /** Whether the phone number is hidden. */
    public fun hidePhone(hidePhone: Boolean): PostDetailsBuilder = apply { this.hidePhone = hidePhone }

    /** Whether people can chat with the seller. */
    public fun chatEnabled(chatEnabled: Boolean): PostDetailsBuilder = apply { this.chatEnabled = chatEnabled }

    /** The video, if there is one. */
    public fun video(video: PostVideo): PostDetailsBuilder = apply { this.video = video }

    /** Like the other [video], but builds it. */
    public fun video(video: Consumer<PostVideoBuilder>): PostDetailsBuilder =
        apply { this.video = PostVideoBuilder().built(video) }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): PostDetailsBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PostDetailsBuilder = apply { extra[name] = value }

    /**
     * Returns the [PostDetails].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): PostDetails = PostDetails(
        categorySlug = needed(categorySlug, "PostDetails.categorySlug"),
        title = needed(title, "PostDetails.title"),
        description = needed(description, "PostDetails.description"),
        images = images.toList(),
        city = needed(city, "PostDetails.city"),
        district = district,
        latitude = latitude,
        longitude = longitude,
        locationType = needed(locationType, "PostDetails.locationType"),
        hidePhone = hidePhone,
        chatEnabled = chatEnabled,
        video = video,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PostDetailsBuilder>): PostDetails = also(by::accept).build()
}

/** Builds a [PostEdit]. */
public class PostEditBuilder {
    private var title: String? = null
    private var description: String? = null
    private var images: List<String>? = null
    private var city: String? = null
    private var district: String? = null
    private var latitude: Double? = null
    private var longitude: Double? = null
    private var locationType: LocationType? = null
    private var hidePhone: Boolean? = null
    private var chatEnabled: Boolean? = null
    private var video: PostVideo? = null
    private val categoryData = mutableMapOf<String, Json>()
    private val extra = mutableMapOf<String, Json>()

    /** The new title. Not blank. */
    public fun title(title: String): PostEditBuilder = apply { this.title = title }

    /** The new description. Not blank. */
    public fun description(description: String): PostEditBuilder = apply { this.description = description }

    /** All images, none of them blank. They replace the current ones. */
    public fun images(images: List<String>): PostEditBuilder = apply { this.images = images }

    /** Slug of the new city. Not blank. */
    public fun city(city: String): PostEditBuilder = apply { this.city = city }

    /** Slug of the new district. An empty text removes it. */
    public fun district(district: String): PostEditBuilder = apply { this.district = district }

    /** The new latitude in degrees. */
    public fun latitude(latitude: Double): PostEditBuilder = apply { this.latitude = latitude }

    /** The new longitude in degrees. */
    public fun longitude(longitude: Double): PostEditBuilder = apply { this.longitude = longitude }

    /** How exactly the place is shown from now on. */
    public fun locationType(locationType: LocationType): PostEditBuilder = apply { this.locationType = locationType }

    /** Whether the phone number is hidden from now on. */
    public fun hidePhone(hidePhone: Boolean): PostEditBuilder = apply { this.hidePhone = hidePhone }

    /** Whether people can chat with the seller from now on. */
    public fun chatEnabled(chatEnabled: Boolean): PostEditBuilder = apply { this.chatEnabled = chatEnabled }

    /** The new video. */
    public fun video(video: PostVideo): PostEditBuilder = apply { this.video = video }

    /** Like the other [video], but builds it. */
    public fun video(video: Consumer<PostVideoBuilder>): PostEditBuilder =
        apply { this.video = PostVideoBuilder().built(video) }

    /** New values of the category, by their names. Others stay. */
    public fun categoryData(categoryData: Map<String, Json>): PostEditBuilder =
        apply { this.categoryData += categoryData }

    /** Adds a member to `categoryData`. */
    public fun categoryData(name: String, value: Json): PostEditBuilder = apply { categoryData[name] = value }

    /** Members that this version does not know. They are not sent. */
    public fun extra(extra: Map<String, Json>): PostEditBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PostEditBuilder = apply { extra[name] = value }

    /**
     * Returns the [PostEdit].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): PostEdit = PostEdit(
        title = title,
        description = description,
        images = images,
        city = city,
        district = district,
        latitude = latitude,
        longitude = longitude,
        locationType = locationType,
        hidePhone = hidePhone,
        chatEnabled = chatEnabled,
        video = video,
        categoryData = categoryData.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PostEditBuilder>): PostEdit = also(by::accept).build()
}

/** Builds a [PostPayment]. */
public class PostPaymentBuilder {
    private var id: String? = null
    private var extraDetails: String? = null
    private val extra = mutableMapOf<String, Json>()

    /**
     * The id that the app chooses for the transaction: a UUID of version 4, for one payment only. The payment is
     * repeated with the same id, so that nothing is paid twice.
     */
    public fun id(id: String): PostPaymentBuilder = apply { this.id = id }

    /** A text of the app, which is returned with the transaction. */
    public fun extraDetails(extraDetails: String): PostPaymentBuilder = apply { this.extraDetails = extraDetails }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): PostPaymentBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PostPaymentBuilder = apply { extra[name] = value }

    /**
     * Returns the [PostPayment].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): PostPayment = PostPayment(
        id = needed(id, "PostPayment.id"),
        extraDetails = extraDetails,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PostPaymentBuilder>): PostPayment = also(by::accept).build()
}

/** Builds a [PostSearch]. */
public class PostSearchBuilder {
    private var category: String? = null
    private var city: String? = null
    private val districts = mutableListOf<String>()
    private var query: SearchFilters? = null
    private val extra = mutableMapOf<String, Json>()

    /** Slug of the category, such as `light`. */
    public fun category(category: String): PostSearchBuilder = apply { this.category = category }

    /** Slug of the city. */
    public fun city(city: String): PostSearchBuilder = apply { this.city = city }

    /** Slugs of districts: a post in any of them is found. It replaces those that were given before. */
    public fun districts(districts: List<String>): PostSearchBuilder =
        apply { this.districts.clear(); this.districts += districts }

    /** Filters of single categories. */
    public fun query(query: SearchFilters): PostSearchBuilder = apply { this.query = query }

    /** Like the other [query], but builds it. */
    public fun query(query: Consumer<SearchFiltersBuilder>): PostSearchBuilder =
        apply { this.query = SearchFiltersBuilder().built(query) }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): PostSearchBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PostSearchBuilder = apply { extra[name] = value }

    /**
     * Returns the [PostSearch].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): PostSearch = PostSearch(
        category = category,
        city = city,
        districts = districts.toList(),
        query = query,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PostSearchBuilder>): PostSearch = also(by::accept).build()
}

/** Builds a [PostSubmission]. */
public class PostSubmissionBuilder {
    private var businessToken: BusinessToken? = null
    private var generalData: PostDetails? = null
    private val categoryFields = mutableMapOf<String, Json>()
    private val landlineNumbers = mutableListOf<String>()
    private var schema: SubmitSchema? = null
    private val extra = mutableMapOf<String, Json>()

    /** The business that it belongs to. */
    public fun businessToken(businessToken: BusinessToken): PostSubmissionBuilder =
        apply { this.businessToken = businessToken }

    /** What every post has. */
    public fun generalData(generalData: PostDetails): PostSubmissionBuilder = apply { this.generalData = generalData }

    /** Like the other [generalData], but builds it. */
    public fun generalData(generalData: Consumer<PostDetailsBuilder>): PostSubmissionBuilder =
        apply { this.generalData = PostDetailsBuilder().built(generalData) }

    /** What the category asks for, by its submit schema. */
    public fun categoryFields(categoryFields: Map<String, Json>): PostSubmissionBuilder =
        apply { this.categoryFields += categoryFields }

    /** Adds a member to `categoryFields`. */
    public fun categoryFields(name: String, value: Json): PostSubmissionBuilder = apply { categoryFields[name] = value }

    /**
     * Landline numbers to show, none of them blank. Only for a post that the app submits as itself, not as a user. It
     * replaces those that were given before.
     */
    public fun landlineNumbers(landlineNumbers: List<String>): PostSubmissionBuilder =
        apply { this.landlineNumbers.clear(); this.landlineNumbers += landlineNumbers }

    /**
     * The form of the category, from `assets.submitSchema`. If it is set, `categoryFields` is checked against it before
     * the post is sent. The form itself is not sent.
     */
    public fun schema(schema: SubmitSchema): PostSubmissionBuilder = apply { this.schema = schema }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): PostSubmissionBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PostSubmissionBuilder = apply { extra[name] = value }

    /**
     * Returns the [PostSubmission].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): PostSubmission = PostSubmission(
        businessToken = needed(businessToken, "PostSubmission.businessToken"),
        generalData = needed(generalData, "PostSubmission.generalData"),
        categoryFields = categoryFields.toMap(),
        landlineNumbers = landlineNumbers.toList(),
        schema = schema,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PostSubmissionBuilder>): PostSubmission = also(by::accept).build()
}

/** Builds a [PostVideo]. */
public class PostVideoBuilder {
    private var name: String? = null
    private var thumbnailName: String? = null
    private var duration: Long? = null
    private val extra = mutableMapOf<String, Json>()

    /** The name of the video. Not blank. */
    public fun name(name: String): PostVideoBuilder = apply { this.name = name }

    /** The name of its thumbnail. Not blank. */
    public fun thumbnailName(thumbnailName: String): PostVideoBuilder = apply { this.thumbnailName = thumbnailName }

    /** Its length in seconds, not negative. */
    public fun duration(duration: Long): PostVideoBuilder = apply { this.duration = duration }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): PostVideoBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PostVideoBuilder = apply { extra[name] = value }

    /**
     * Returns the [PostVideo].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): PostVideo = PostVideo(
        name = needed(name, "PostVideo.name"),
        thumbnailName = needed(thumbnailName, "PostVideo.thumbnailName"),
        duration = needed(duration, "PostVideo.duration"),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PostVideoBuilder>): PostVideo = also(by::accept).build()
}

/** Builds a [Promotion]. */
public class PromotionBuilder {
    private var operation: PromotionOperation? = null
    private var id: String? = null
    private var isPersonal: Boolean? = null
    private var waitSeconds: Double? = null
    private val extra = mutableMapOf<String, Json>()

    /** The service. */
    public fun operation(operation: PromotionOperation): PromotionBuilder = apply { this.operation = operation }

    /**
     * The id that the app chooses: a UUID of version 4. The same payment is repeated with the same id, and is never
     * paid twice.
     */
    public fun id(id: String): PromotionBuilder = apply { this.id = id }

    /**
     * Whether it is paid from the personal wallet of the user, and not from that of a business. The documents do not
     * explain it further.
     */
    public fun isPersonal(isPersonal: Boolean): PromotionBuilder = apply { this.isPersonal = isPersonal }

    /**
     * How long to wait for the outcome, in seconds, while the platform reconciles the payment: the call sends the same
     * payment with the same id again, first after 1 s, later every 10 s. More than 0, at most 24 hours. Without it the
     * call returns the first state. The time limit of the call is that of each request, not of the wait. It is not
     * sent.
     */
    public fun waitSeconds(waitSeconds: Double): PromotionBuilder = apply { this.waitSeconds = waitSeconds }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): PromotionBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): PromotionBuilder = apply { extra[name] = value }

    /**
     * Returns the [Promotion].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): Promotion = Promotion(
        operation = needed(operation, "Promotion.operation"),
        id = needed(id, "Promotion.id"),
        isPersonal = isPersonal,
        waitSeconds = waitSeconds,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<PromotionBuilder>): Promotion = also(by::accept).build()
}

/** Builds a [ScoreRow]. */
public class ScoreRowBuilder {
    private var title: String? = null
    private var percentageScore: Int? = null
    private var descriptiveScore: String? = null
    private var scoreColor: Color? = null
    private var iconName: Icon? = null
    private var hasDivider: Boolean = false
    private var action: Action? = null
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** At most 25 characters. */
    public fun title(title: String): ScoreRowBuilder = apply { this.title = title }

    /** The score in percent, from 0 to 100. Zero is written: it differs from no score. */
    public fun percentageScore(percentageScore: Int): ScoreRowBuilder = apply { this.percentageScore = percentageScore }

    /** The score in words: at most 17 characters. */
    public fun descriptiveScore(descriptiveScore: String): ScoreRowBuilder =
        apply { this.descriptiveScore = descriptiveScore }

    /** Colour of the score. */
    public fun scoreColor(scoreColor: Color): ScoreRowBuilder = apply { this.scoreColor = scoreColor }

    /** An icon. */
    public fun iconName(iconName: Icon): ScoreRowBuilder = apply { this.iconName = iconName }

    /** Whether a line is drawn under the row. Written `hasDivider`, as the specification spells it for this widget. */
    public fun hasDivider(hasDivider: Boolean): ScoreRowBuilder = apply { this.hasDivider = hasDivider }

    /** The action of a click. */
    public fun action(action: Action): ScoreRowBuilder = apply { this.action = action }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): ScoreRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): ScoreRowBuilder = apply { semanticPaths[name] = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): ScoreRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): ScoreRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [ScoreRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): ScoreRow = ScoreRow(
        title = needed(title, "ScoreRow.title"),
        percentageScore = percentageScore,
        descriptiveScore = descriptiveScore,
        scoreColor = scoreColor,
        iconName = iconName,
        hasDivider = hasDivider,
        action = action,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<ScoreRowBuilder>): ScoreRow = also(by::accept).build()
}

/** Builds a [SearchFilters]. */
public class SearchFiltersBuilder {
    private val brandModel = mutableListOf<String>()
    private var productionYear: NumberRange? = null
    private var usage: NumberRange? = null
    private var size: NumberRange? = null
    private var rent: TomanRange? = null
    private var credit: TomanRange? = null
    private val rooms = mutableListOf<String>()
    private var onlyWithParking: Boolean = false
    private val extra = mutableMapOf<String, Json>()

    /** Brands and models, as in `Assets.brandModels`: any of them. It replaces those that were given before. */
    public fun brandModel(brandModel: List<String>): SearchFiltersBuilder =
        apply { this.brandModel.clear(); this.brandModel += brandModel }

    /** The year in which a car was made. */
    public fun productionYear(productionYear: NumberRange): SearchFiltersBuilder =
        apply { this.productionYear = productionYear }

    /** Like the other [productionYear], but builds it. */
    public fun productionYear(productionYear: Consumer<NumberRangeBuilder>): SearchFiltersBuilder =
        apply { this.productionYear = NumberRangeBuilder().built(productionYear) }

    /** The distance that a car has been driven, in kilometres. */
    public fun usage(usage: NumberRange): SearchFiltersBuilder = apply { this.usage = usage }

    /** Like the other [usage], but builds it. */
    public fun usage(usage: Consumer<NumberRangeBuilder>): SearchFiltersBuilder =
        apply { this.usage = NumberRangeBuilder().built(usage) }

    /** The size of a property, in square metres. */
    public fun size(size: NumberRange): SearchFiltersBuilder = apply { this.size = size }

    /** Like the other [size], but builds it. */
    public fun size(size: Consumer<NumberRangeBuilder>): SearchFiltersBuilder =
        apply { this.size = NumberRangeBuilder().built(size) }

    /** The monthly rent. 1 toman is 10 rial. */
    public fun rent(rent: TomanRange): SearchFiltersBuilder = apply { this.rent = rent }

    /** Like the other [rent], but builds it. */
    public fun rent(rent: Consumer<TomanRangeBuilder>): SearchFiltersBuilder =
        apply { this.rent = TomanRangeBuilder().built(rent) }

    /** The deposit of a rent. */
    public fun credit(credit: TomanRange): SearchFiltersBuilder = apply { this.credit = credit }

    /** Like the other [credit], but builds it. */
    public fun credit(credit: Consumer<TomanRangeBuilder>): SearchFiltersBuilder =
        apply { this.credit = TomanRangeBuilder().built(credit) }

    /** Numbers of rooms as Persian words, such as `دو`: any of them. It replaces those that were given before. */
    public fun rooms(rooms: List<String>): SearchFiltersBuilder = apply { this.rooms.clear(); this.rooms += rooms }

    /** Only properties with a parking space. */
    public fun onlyWithParking(onlyWithParking: Boolean): SearchFiltersBuilder =
        apply { this.onlyWithParking = onlyWithParking }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): SearchFiltersBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): SearchFiltersBuilder = apply { extra[name] = value }

    /**
     * Returns the [SearchFilters].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): SearchFilters = SearchFilters(
        brandModel = brandModel.toList(),
        productionYear = productionYear,
        usage = usage,
        size = size,
        rent = rent,
        credit = credit,
        rooms = rooms.toList(),
        onlyWithParking = onlyWithParking,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<SearchFiltersBuilder>): SearchFilters = also(by::accept).build()
}

/** Builds a [SelectorRow]. */
public class SelectorRowBuilder {
    private var title: String? = null
    private var imageId: Image? = null
    private var iconName: Icon? = null
    private var hasDivider: Boolean = false
    private var action: Action? = null
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** At most 200 characters. */
    public fun title(title: String): SelectorRowBuilder = apply { this.title = title }

    /** An uploaded image, or the app's logo. */
    public fun imageId(imageId: Image): SelectorRowBuilder = apply { this.imageId = imageId }

    /** Like the other [imageId], with an image that was uploaded. */
    public fun imageId(uploaded: UploadedImage): SelectorRowBuilder = apply { imageId = uploaded.imageName }

    /** An icon. */
    public fun iconName(iconName: Icon): SelectorRowBuilder = apply { this.iconName = iconName }

    /** Whether a line is drawn under the row. */
    public fun hasDivider(hasDivider: Boolean): SelectorRowBuilder = apply { this.hasDivider = hasDivider }

    /** The action of a click. */
    public fun action(action: Action): SelectorRowBuilder = apply { this.action = action }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): SelectorRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): SelectorRowBuilder = apply { semanticPaths[name] = value }

    /**
     * Members that this version does not know. `label` is one: only one table shows it
     * (docs/platform.md#widget-fields).
     */
    public fun extra(extra: Map<String, Json>): SelectorRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): SelectorRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [SelectorRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): SelectorRow = SelectorRow(
        title = needed(title, "SelectorRow.title"),
        imageId = imageId,
        iconName = iconName,
        hasDivider = hasDivider,
        action = action,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<SelectorRowBuilder>): SelectorRow = also(by::accept).build()
}

/** Builds a [SemanticRecord]. */
public class SemanticRecordBuilder {
    private val semantic = mutableMapOf<String, String>()
    private var ticketUuid: String? = null
    private var cost: Rials? = null
    private val extra = mutableMapOf<String, Json>()

    /** The data: at least one value. */
    public fun semantic(semantic: Map<String, String>): SemanticRecordBuilder = apply { this.semantic += semantic }

    /** Adds a member to `semantic`. */
    public fun semantic(name: String, value: String): SemanticRecordBuilder = apply { semantic[name] = value }

    /** The payment ticket of the record: a UUID. */
    public fun ticketUuid(ticketUuid: String): SemanticRecordBuilder = apply { this.ticketUuid = ticketUuid }

    /** What the app charged. 10 rial are 1 toman. */
    @JvmExposeBoxed
    public fun cost(cost: Rials): SemanticRecordBuilder = apply { this.cost = cost }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): SemanticRecordBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): SemanticRecordBuilder = apply { extra[name] = value }

    /**
     * Returns the [SemanticRecord].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): SemanticRecord = SemanticRecord(
        semantic = semantic.toMap(),
        ticketUuid = ticketUuid,
        cost = cost,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<SemanticRecordBuilder>): SemanticRecord = also(by::accept).build()
}

/** Builds a [StartReply]. */
public class StartReplyBuilder {
    private var url: String? = null
    private val extra = mutableMapOf<String, Json>()

    /** The address to open for the user. */
    public fun url(url: String): StartReplyBuilder = apply { this.url = url }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): StartReplyBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): StartReplyBuilder = apply { extra[name] = value }

    /**
     * Returns the [StartReply].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): StartReply = StartReply(
        url = needed(url, "StartReply.url"),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<StartReplyBuilder>): StartReply = also(by::accept).build()
}

/** Builds a [Subscription]. */
public class SubscriptionBuilder {
    private var eventType: SubscriptionType? = null
    private var eventResourceId: String? = null
    private var metadata: Json? = null
    private val extra = mutableMapOf<String, Json>()

    /** The type of the events. */
    public fun eventType(eventType: SubscriptionType): SubscriptionBuilder = apply { this.eventType = eventType }

    /** The one resource to watch, such as a post token. If it is absent or empty: all resources of the type. */
    public fun eventResourceId(eventResourceId: String): SubscriptionBuilder =
        apply { this.eventResourceId = eventResourceId }

    /**
     * An object that the platform sends back with every event. Hooks refuse a body above their limit, 256 KiB by
     * default.
     */
    public fun metadata(metadata: Json): SubscriptionBuilder = apply { this.metadata = metadata }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): SubscriptionBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): SubscriptionBuilder = apply { extra[name] = value }

    /**
     * Returns the [Subscription].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): Subscription = Subscription(
        eventType = needed(eventType, "Subscription.eventType"),
        eventResourceId = eventResourceId,
        metadata = metadata,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<SubscriptionBuilder>): Subscription = also(by::accept).build()
}

/** Builds a [SubtitleRow]. */
public class SubtitleRowBuilder {
    private var text: String? = null
    private var hasDivider: Boolean = false
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** At most 200 characters. */
    public fun text(text: String): SubtitleRowBuilder = apply { this.text = text }

    /** Whether a line is drawn under the row. */
    public fun hasDivider(hasDivider: Boolean): SubtitleRowBuilder = apply { this.hasDivider = hasDivider }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): SubtitleRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): SubtitleRowBuilder = apply { semanticPaths[name] = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): SubtitleRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): SubtitleRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [SubtitleRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): SubtitleRow = SubtitleRow(
        text = needed(text, "SubtitleRow.text"),
        hasDivider = hasDivider,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<SubtitleRowBuilder>): SubtitleRow = also(by::accept).build()
}

/** Builds a [TicketCheck]. */
public class TicketCheckBuilder {
    private var ticketUuid: String? = null
    private var serviceCost: Rials? = null
    private var userId: UserId? = null
    private var phoneNumber: Phone? = null
    private val extra = mutableMapOf<String, Json>()

    /** The ticket: a UUID. It arrives in the direct link of the app. */
    public fun ticketUuid(ticketUuid: String): TicketCheckBuilder = apply { this.ticketUuid = ticketUuid }

    /** What the service costs, in rial: at most 2,147,483,647, because the platform reads 32 bits. */
    @JvmExposeBoxed
    public fun serviceCost(serviceCost: Rials): TicketCheckBuilder = apply { this.serviceCost = serviceCost }

    /** The id of the user. Set this, the phone number, or both. */
    public fun userId(userId: UserId): TicketCheckBuilder = apply { this.userId = userId }

    /** The phone number of the user. Set this, the id, or both. */
    public fun phoneNumber(phoneNumber: Phone): TicketCheckBuilder = apply { this.phoneNumber = phoneNumber }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): TicketCheckBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): TicketCheckBuilder = apply { extra[name] = value }

    /**
     * Returns the [TicketCheck].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): TicketCheck = TicketCheck(
        ticketUuid = needed(ticketUuid, "TicketCheck.ticketUuid"),
        serviceCost = needed(serviceCost, "TicketCheck.serviceCost"),
        userId = userId,
        phoneNumber = phoneNumber,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<TicketCheckBuilder>): TicketCheck = also(by::accept).build()
}

/** Builds a [TitleRow]. */
public class TitleRowBuilder {
    private var text: String? = null
    private var hasDivider: Boolean = false
    private val semanticPaths = mutableMapOf<String, String>()
    private val extra = mutableMapOf<String, Json>()

    /** At most 49 characters. */
    public fun text(text: String): TitleRowBuilder = apply { this.text = text }

    /** Whether a line is drawn under the row. */
    public fun hasDivider(hasDivider: Boolean): TitleRowBuilder = apply { this.hasDivider = hasDivider }

    /** In JSON this is beside the widget's name, not inside the widget. */
    public fun semanticPaths(semanticPaths: Map<String, String>): TitleRowBuilder =
        apply { this.semanticPaths += semanticPaths }

    /** Adds a member to `semanticPaths`. */
    public fun semanticPaths(name: String, value: String): TitleRowBuilder = apply { semanticPaths[name] = value }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): TitleRowBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): TitleRowBuilder = apply { extra[name] = value }

    /**
     * Returns the [TitleRow].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): TitleRow = TitleRow(
        text = needed(text, "TitleRow.text"),
        hasDivider = hasDivider,
        semanticPaths = semanticPaths.toMap(),
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<TitleRowBuilder>): TitleRow = also(by::accept).build()
}

/** Builds a [TomanRange]. */
public class TomanRangeBuilder {
    private var min: Tomans? = null
    private var max: Tomans? = null
    private val extra = mutableMapOf<String, Json>()

    /** The smallest amount. */
    @JvmExposeBoxed
    public fun min(min: Tomans): TomanRangeBuilder = apply { this.min = min }

    /** The largest amount. */
    @JvmExposeBoxed
    public fun max(max: Tomans): TomanRangeBuilder = apply { this.max = max }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): TomanRangeBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): TomanRangeBuilder = apply { extra[name] = value }

    /**
     * Returns the [TomanRange].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): TomanRange = TomanRange(
        min = min,
        max = max,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<TomanRangeBuilder>): TomanRange = also(by::accept).build()
}

/** Builds a [TransactionQuery]. */
public class TransactionQueryBuilder {
    private var pageSize: Int? = null
    private var pageToken: String? = null
    private val extra = mutableMapOf<String, Json>()

    /** The number of transactions on a page: 1 to 100. */
    public fun pageSize(pageSize: Int): TransactionQueryBuilder = apply { this.pageSize = pageSize }

    /** The `nextPageToken` of the page before. */
    public fun pageToken(pageToken: String): TransactionQueryBuilder = apply { this.pageToken = pageToken }

    /** Members that this version does not know. They are not sent. */
    public fun extra(extra: Map<String, Json>): TransactionQueryBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): TransactionQueryBuilder = apply { extra[name] = value }

    /**
     * Returns the [TransactionQuery].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): TransactionQuery = TransactionQuery(
        pageSize = pageSize,
        pageToken = pageToken,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<TransactionQueryBuilder>): TransactionQuery = also(by::accept).build()
}

/** Builds an [UserAddon]. */
public class UserAddonBuilder {
    private val widgets = mutableListOf<Widget>()
    private val categories = mutableListOf<String>()
    private var ticketUuid: String? = null
    private var cost: Rials? = null
    private val semantic = mutableMapOf<String, String>()
    private var allowEmpty: Boolean = false
    private val extra = mutableMapOf<String, Json>()

    /** The widgets, from top to bottom. It replaces those that were given before. */
    public fun widgets(widgets: List<Widget>): UserAddonBuilder =
        apply { this.widgets.clear(); this.widgets += widgets }

    /** Adds a widget. */
    public fun widget(widget: Widget): UserAddonBuilder = apply { widgets += widget }

    /** Adds a title of at most 49 characters. */
    public fun titleRow(row: Consumer<TitleRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.TitleRow(TitleRowBuilder().built(row)) }

    /** Like the other [titleRow], with its `text`. */
    @JvmOverloads
    public fun titleRow(text: String, row: Consumer<TitleRowBuilder> = Consumer {}): UserAddonBuilder =
        apply { widgets += Widget.TitleRow(TitleRowBuilder().text(text).built(row)) }

    /** Adds a smaller title of at most 200 characters. */
    public fun subtitleRow(row: Consumer<SubtitleRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.SubtitleRow(SubtitleRowBuilder().built(row)) }

    /** Like the other [subtitleRow], with its `text`. */
    @JvmOverloads
    public fun subtitleRow(text: String, row: Consumer<SubtitleRowBuilder> = Consumer {}): UserAddonBuilder =
        apply { widgets += Widget.SubtitleRow(SubtitleRowBuilder().text(text).built(row)) }

    /** Adds a paragraph of at most 200 characters, or of any length if it is `expandable`. */
    public fun descriptionRow(row: Consumer<DescriptionRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.DescriptionRow(DescriptionRowBuilder().built(row)) }

    /** Like the other [descriptionRow], with its `text`. */
    @JvmOverloads
    public fun descriptionRow(text: String, row: Consumer<DescriptionRowBuilder> = Consumer {}): UserAddonBuilder =
        apply { widgets += Widget.DescriptionRow(DescriptionRowBuilder().text(text).built(row)) }

    /** Adds a wide button that starts `action`, with a title of at most 49 characters. */
    public fun buttonBar(row: Consumer<ButtonBarBuilder>): UserAddonBuilder =
        apply { widgets += Widget.ButtonBar(ButtonBarBuilder().built(row)) }

    /** Like the other [buttonBar], with its `title`. */
    @JvmOverloads
    public fun buttonBar(title: String, row: Consumer<ButtonBarBuilder> = Consumer {}): UserAddonBuilder =
        apply { widgets += Widget.ButtonBar(ButtonBarBuilder().title(title).built(row)) }

    /** Adds a line that can be tapped, with a title of at most 200 characters and an image or an icon. */
    public fun selectorRow(row: Consumer<SelectorRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.SelectorRow(SelectorRowBuilder().built(row)) }

    /** Like the other [selectorRow], with its `title`. */
    @JvmOverloads
    public fun selectorRow(title: String, row: Consumer<SelectorRowBuilder> = Consumer {}): UserAddonBuilder =
        apply { widgets += Widget.SelectorRow(SelectorRowBuilder().title(title).built(row)) }

    /**
     * Adds an event: a title of at most 24 characters, a subtitle of at most 59, a label of at most 15, an image or an
     * icon.
     */
    public fun eventRow(row: Consumer<EventRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.EventRow(EventRowBuilder().built(row)) }

    /** Like the other [eventRow], with its `title`. */
    @JvmOverloads
    public fun eventRow(title: String, row: Consumer<EventRowBuilder> = Consumer {}): UserAddonBuilder =
        apply { widgets += Widget.EventRow(EventRowBuilder().title(title).built(row)) }

    /** Adds two or three facts side by side: titles of at most 50 characters, values of at most 100. */
    public fun groupInfoRow(row: Consumer<GroupInfoRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.GroupInfoRow(GroupInfoRowBuilder().built(row)) }

    /**
     * Adds a score with a title of at most 25 characters: `percentageScore` from 0 to 100, or `descriptiveScore` of at
     * most 17 characters.
     */
    public fun scoreRow(row: Consumer<ScoreRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.ScoreRow(ScoreRowBuilder().built(row)) }

    /** Like the other [scoreRow], with its `title`. */
    @JvmOverloads
    public fun scoreRow(title: String, row: Consumer<ScoreRowBuilder> = Consumer {}): UserAddonBuilder =
        apply { widgets += Widget.ScoreRow(ScoreRowBuilder().title(title).built(row)) }

    /**
     * Adds a scale with an indicator at `indicatorPercentage`, 0 (left edge) to 100 (right edge), and up to three
     * sections.
     */
    public fun evaluationRow(row: Consumer<EvaluationRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.EvaluationRow(EvaluationRowBuilder().built(row)) }

    /** Like the other [evaluationRow], with its `indicatorText`. */
    @JvmOverloads
    public fun evaluationRow(indicatorText: String, row: Consumer<EvaluationRowBuilder> = Consumer {}): UserAddonBuilder =
        apply { widgets += Widget.EvaluationRow(EvaluationRowBuilder().indicatorText(indicatorText).built(row)) }

    /** Adds a carousel of images. */
    public fun imageCarouselRow(row: Consumer<ImageCarouselRowBuilder>): UserAddonBuilder =
        apply { widgets += Widget.ImageCarouselRow(ImageCarouselRowBuilder().built(row)) }

    /**
     * Slugs of the categories in which it is shown; empty means all in which the app is active. It replaces those that
     * were given before.
     */
    public fun categories(categories: List<String>): UserAddonBuilder =
        apply { this.categories.clear(); this.categories += categories }

    /** The payment ticket to spend: a UUID. */
    public fun ticketUuid(ticketUuid: String): UserAddonBuilder = apply { this.ticketUuid = ticketUuid }

    /** What the app charged. 10 rial are 1 toman. */
    @JvmExposeBoxed
    public fun cost(cost: Rials): UserAddonBuilder = apply { this.cost = cost }

    /** Machine-readable facts, by name. */
    public fun semantic(semantic: Map<String, String>): UserAddonBuilder = apply { this.semantic += semantic }

    /** Adds a member to `semantic`. */
    public fun semantic(name: String, value: String): UserAddonBuilder = apply { semantic[name] = value }

    /**
     * Allows an empty add-on, with which later posts show nothing. What posts show already stays until the add-on is
     * deleted. Not part of the JSON.
     */
    public fun allowEmpty(allowEmpty: Boolean): UserAddonBuilder = apply { this.allowEmpty = allowEmpty }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): UserAddonBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): UserAddonBuilder = apply { extra[name] = value }

    /**
     * Returns the [UserAddon].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): UserAddon = UserAddon(
        widgets = widgets.toList(),
        categories = categories.toList(),
        ticketUuid = ticketUuid,
        cost = cost,
        semantic = semantic.toMap(),
        allowEmpty = allowEmpty,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<UserAddonBuilder>): UserAddon = also(by::accept).build()
}

/** Builds an [UserIdSemanticRecord]. */
public class UserIdSemanticRecordBuilder {
    private var phone: Phone? = null
    private val semantic = mutableMapOf<String, String>()
    private var ticketUuid: String? = null
    private var cost: Rials? = null
    private val extra = mutableMapOf<String, Json>()

    /** The phone number of the user. */
    public fun phone(phone: Phone): UserIdSemanticRecordBuilder = apply { this.phone = phone }

    /** The data: at least one value. */
    public fun semantic(semantic: Map<String, String>): UserIdSemanticRecordBuilder =
        apply { this.semantic += semantic }

    /** Adds a member to `semantic`. */
    public fun semantic(name: String, value: String): UserIdSemanticRecordBuilder = apply { semantic[name] = value }

    /** The payment ticket of the record: a UUID. */
    public fun ticketUuid(ticketUuid: String): UserIdSemanticRecordBuilder = apply { this.ticketUuid = ticketUuid }

    /** What the app charged. 10 rial are 1 toman. */
    @JvmExposeBoxed
    public fun cost(cost: Rials): UserIdSemanticRecordBuilder = apply { this.cost = cost }

    /** Members that this version does not know. */
    public fun extra(extra: Map<String, Json>): UserIdSemanticRecordBuilder = apply { this.extra += extra }

    /** Adds a member to `extra`. */
    public fun extra(name: String, value: Json): UserIdSemanticRecordBuilder = apply { extra[name] = value }

    /**
     * Returns the [UserIdSemanticRecord].
     *
     * @throws IllegalStateException if a member that it needs is missing.
     */
    public fun build(): UserIdSemanticRecord = UserIdSemanticRecord(
        phone = needed(phone, "UserIdSemanticRecord.phone"),
        semantic = semantic.toMap(),
        ticketUuid = ticketUuid,
        cost = cost,
        extra = extra.toMap(),
    )

    internal fun built(by: Consumer<UserIdSemanticRecordBuilder>): UserIdSemanticRecord = also(by::accept).build()
}
