package io.github.openplatformsdk

/** Builds a message of [text], with buttons for either side. */
public fun message(text: String, build: MessageBuilder.() -> Unit = {}): Message = MessageBuilder().run {
    build()
    Message(text = text, senderButtons = sender, receiverButtons = receiver)
}

/** Builds a message of the app's chatbot. */
public fun botMessage(text: String, buttons: ButtonGridBuilder.() -> Unit = {}): BotMessage =
    BotMessage(text = text, buttons = ButtonGridBuilder().apply(buttons).buildOrNull())

/** The buttons under a message, for each side. At most 3 rows of 3. */
@OpenPlatformDsl
public class MessageBuilder internal constructor() {
    internal var sender: ButtonGrid? = null
    internal var receiver: ButtonGrid? = null

    /** What the user sees in whose name the message is sent. */
    public fun sender(build: ButtonGridBuilder.() -> Unit) {
        sender = ButtonGridBuilder().apply(build).buildOrNull()
    }

    /** What the other side sees. */
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

    /** A button that was made elsewhere. */
    public fun button(button: Button) {
        buttons += button
    }

    /** Opens a page. */
    public fun link(caption: String, url: String, icon: Icon? = null): Unit =
        button(Button(action = Action.OpenDirectLink(url), iconName = icon, caption = caption))

    /** Asks the app where to go, with [data]: a JSON object that comes back in the start request. */
    public fun server(caption: String, data: Json, icon: Icon? = null): Unit =
        button(Button(action = Action.OpenServerLink(data), iconName = icon, caption = caption))

    /** As the other [server], with the members of the object: `server("Accept", "id" to "7")`. */
    public fun server(caption: String, vararg data: Pair<String, Any?>, icon: Icon? = null): Unit =
        server(caption, jsonOf(*data), icon)

    /** Asks the app what to do, with [data]: a JSON object that comes back in the request. */
    public fun dynamic(caption: String, data: Json, icon: Icon? = null): Unit =
        button(Button(action = Action.GetDynamicAction(data), iconName = icon, caption = caption))

    /** As the other [dynamic], with the members of the object: `dynamic("In rial", "toman" to 7)`. */
    public fun dynamic(caption: String, vararg data: Pair<String, Any?>, icon: Icon? = null): Unit =
        dynamic(caption, jsonOf(*data), icon)

    /** Opens the page of a post. */
    public fun postPage(caption: String, post: PostToken, icon: Icon? = null): Unit =
        button(Button(action = Action.OpenPostPage(post), iconName = icon, caption = caption))
}
