package io.github.openplatformsdk

/** Builds a message with [text], and buttons for each side. */
public fun message(text: String, build: MessageBuilder.() -> Unit = {}): Message = MessageBuilder().run {
    build()
    Message(text = text, senderButtons = sender, receiverButtons = receiver)
}

/** Builds a message of the app's chatbot. */
public fun botMessage(text: String, buttons: ButtonGridBuilder.() -> Unit = {}): BotMessage =
    BotMessage(text = text, buttons = ButtonGridBuilder().apply(buttons).buildOrNull())

/** The buttons of a message, separately for each side. At most 3 rows of 3. */
@OpenPlatformDsl
public class MessageBuilder internal constructor() {
    internal var sender: ButtonGrid? = null
    internal var receiver: ButtonGrid? = null

    /** The buttons that the sender sees: the user in whose name the message is sent. */
    public fun sender(build: ButtonGridBuilder.() -> Unit) {
        sender = ButtonGridBuilder().apply(build).buildOrNull()
    }

    /** The buttons that the recipient sees. */
    public fun receiver(build: ButtonGridBuilder.() -> Unit) {
        receiver = ButtonGridBuilder().apply(build).buildOrNull()
    }
}

/** Rows of buttons, from top to bottom. */
@OpenPlatformDsl
public class ButtonGridBuilder internal constructor() {
    private val rows = mutableListOf<ButtonRow>()

    /** Adds a row. */
    public fun row(build: ButtonRowBuilder.() -> Unit) {
        rows += ButtonRow(ButtonRowBuilder().apply(build).buttons.toList())
    }

    internal fun buildOrNull(): ButtonGrid? = if (rows.isEmpty()) null else ButtonGrid(rows.toList())
}

/** Buttons side by side. */
@OpenPlatformDsl
public class ButtonRowBuilder internal constructor() {
    internal val buttons = mutableListOf<Button>()

    /** Adds a button. */
    public fun button(button: Button) {
        buttons += button
    }

    // `icon` is the name of the live platform, `icon_name` that of the specification (docs/platform.md#contradiction-5).

    /** Adds a button that opens a page. */
    public fun link(caption: String, vararg byName: ByName, url: String, icon: Icon? = null, iconName: Icon? = null): Unit =
        add(caption, Action.OpenDirectLink(url), icon, iconName)

    /** Adds a button that asks the app for an address to open. The start request contains [data], a JSON object. */
    public fun server(caption: String, vararg byName: ByName, data: Json, icon: Icon? = null, iconName: Icon? = null): Unit =
        add(caption, Action.OpenServerLink(data), icon, iconName)

    /** Like the other [server], with the members of the object: `server("Accept", "id" to "7")`. */
    public fun server(caption: String, vararg data: Pair<String, Any?>, icon: Icon? = null, iconName: Icon? = null): Unit =
        server(caption, data = jsonOf(*data), icon = icon, iconName = iconName)

    /** Adds a button that asks the app for an action. The request contains [data], a JSON object. */
    public fun dynamic(caption: String, vararg byName: ByName, data: Json, icon: Icon? = null, iconName: Icon? = null): Unit =
        add(caption, Action.GetDynamicAction(data), icon, iconName)

    /** Like the other [dynamic], with the members of the object: `dynamic("In rial", "toman" to 7)`. */
    public fun dynamic(caption: String, vararg data: Pair<String, Any?>, icon: Icon? = null, iconName: Icon? = null): Unit =
        dynamic(caption, data = jsonOf(*data), icon = icon, iconName = iconName)

    /** Adds a button that opens the page of a post. */
    public fun postPage(caption: String, vararg byName: ByName, post: PostToken, icon: Icon? = null, iconName: Icon? = null): Unit =
        add(caption, Action.OpenPostPage(post), icon, iconName)

    /** Adds a button that opens the page where the owner manages a post. */
    public fun postManagePage(caption: String, vararg byName: ByName, post: PostToken, icon: Icon? = null, iconName: Icon? = null): Unit =
        add(caption, Action.OpenPostManagePage(post), icon, iconName)

    private fun add(caption: String, action: Action, icon: Icon?, iconName: Icon?) =
        button(Button(action = action, iconName = iconName, icon = icon, caption = caption))
}
