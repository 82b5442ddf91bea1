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

    /** Adds a button that opens a page. */
    public fun link(caption: String, vararg byName: ByName, url: String, icon: Icon? = null): Unit =
        button(Button(action = Action.OpenDirectLink(url), iconName = icon, caption = caption))

    /** Adds a button that asks the app for an address to open. The start request contains [data], a JSON object. */
    public fun server(caption: String, vararg byName: ByName, data: Json, icon: Icon? = null): Unit =
        button(Button(action = Action.OpenServerLink(data), iconName = icon, caption = caption))

    /** Like the other [server], with the members of the object: `server("Accept", "id" to "7")`. */
    public fun server(caption: String, vararg data: Pair<String, Any?>, icon: Icon? = null): Unit =
        server(caption, data = jsonOf(*data), icon = icon)

    /** Adds a button that asks the app for an action. The request contains [data], a JSON object. */
    public fun dynamic(caption: String, vararg byName: ByName, data: Json, icon: Icon? = null): Unit =
        button(Button(action = Action.GetDynamicAction(data), iconName = icon, caption = caption))

    /** Like the other [dynamic], with the members of the object: `dynamic("In rial", "toman" to 7)`. */
    public fun dynamic(caption: String, vararg data: Pair<String, Any?>, icon: Icon? = null): Unit =
        dynamic(caption, data = jsonOf(*data), icon = icon)

    /** Adds a button that opens the page of a post. */
    public fun postPage(caption: String, vararg byName: ByName, post: PostToken, icon: Icon? = null): Unit =
        button(Button(action = Action.OpenPostPage(post), iconName = icon, caption = caption))
}
