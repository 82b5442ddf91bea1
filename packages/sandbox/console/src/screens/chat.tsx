// Conversations of a world: the messages of both sides, their buttons, and writing as a user.
import { useEffect, useRef, useState } from "preact/hooks";
import { post, type Schema, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { adminCurl } from "../ui/curl";
import { contains, Filters } from "../ui/filters";
import { formatTime } from "../ui/format";
import { CopyAs } from "../ui/menu";
import { Action, attempt, Badge, Empty, Field, Json, Page, Ready, Sheet } from "../ui/parts";
import { type Column, Table } from "../ui/table";
import { OutcomeDialog } from "../widgets/click";
import { Icon } from "../widgets/parts";
import { isMembers, itemsOf, type Members, textOf } from "../widgets/read";

type Conversation = Schema<"SandboxConversation">;
type Written = Schema<"WrittenMessage">;
type Outcome = Schema<"ClickOutcome">;

/** Someone who takes part in a conversation. */
export interface Participant {
  name: string;
  side: "buyer" | "seller" | "user";
}

/** Who takes part in a conversation: the buyer first, or the one user who talks to the chatbot. */
export function participantsOf({ about }: Conversation): Participant[] {
  if ("bot" in about) return [{ name: about.bot.user, side: "user" }];
  return [
    { name: about.post.buyer, side: "buyer" },
    { name: about.post.seller, side: "seller" },
  ];
}

/** The grids of buttons under a message, each with the user who sees it. */
export function gridsOf(written: Written, participants: readonly Participant[]): { user: Participant; rows: Members[][] }[] {
  return participants.flatMap((user) => {
    const grid: unknown = user.name === written.author ? written.sender_buttons : written.receiver_buttons;
    const rows = isMembers(grid) ? itemsOf(grid, "rows").map((row) => itemsOf(row, "buttons")) : [];
    return rows.some((row) => row.length > 0) ? [{ user, rows }] : [];
  });
}

const columns = (): Column<Conversation>[] => [
  { name: "about", title: t("conversation"), cell: (row) => <bdi>{participantsOf(row).map(({ name }) => name).join(" · ")}</bdi> },
  { name: "post", title: t("about"), cell: ({ about }) => ("post" in about ? <code>{about.post.post}</code> : t("chatbot")) },
  { name: "id", title: "id", cell: ({ id }) => <code>{id}</code>, minor: true },
];

export function ChatScreen({ world, rest, query }: ScreenProps) {
  const path = worldPath(world, "conversations");
  const conversations = useData<Conversation[]>(path, ["conversations", "messages", "request"]);
  const selected = conversations.data?.find(({ id }) => id === rest[0]);
  const open = (id?: string) => go(addressOf(world, "chat", id === undefined ? [] : [id], query.toString()));
  const wanted = query.get("contains") ?? "";
  const shown = (all: Conversation[]) => all.filter((row) => contains(`${row.id} ${JSON.stringify(row.about)}`, wanted));
  return (
    <Page
      title={t("chat")}
      about={t("chatAbout")}
      actions={
        <CopyAs
          forms={[
            { label: "curl", text: () => adminCurl("GET", path) },
            { label: "JSON", text: () => JSON.stringify(conversations.data, null, 2) },
          ]}
        />
      }
    >
      <Filters query={query} address={(next) => addressOf(world, "chat", rest, next)} search={t("searchChat")} />
      <Ready of={conversations}>
        {(all) => (
          <>
            {all.length === 0 ? (
              <Empty title={t("noConversations")}>
                <p class="quiet">{t("noConversationsHint")}</p>
              </Empty>
            ) : (
              <div class={selected ? "split" : "split alone"}>
                <Table label={t("chat")} columns={columns()} rows={shown(all)} keyOf={({ id }) => id} selected={selected?.id} onOpen={({ id }) => open(id)} />
                {selected && <Messages key={selected.id} world={world} conversation={selected} onClose={() => open()} />}
              </div>
            )}
            <NewConversation world={world} onMade={open} reload={conversations.reload} />
          </>
        )}
      </Ready>
    </Page>
  );
}

function Messages({ world, conversation, onClose }: { world: string; conversation: Conversation; onClose: () => void }) {
  const path = worldPath(world, "conversations", conversation.id, "messages");
  const messages = useData<Written[]>(path, ["conversations", "messages", "request"]);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const participants = participantsOf(conversation);
  const list = useRef<HTMLOListElement>(null);
  const count = messages.data?.length;
  useEffect(() => {
    // The latest message is in view, as in a chat.
    list.current?.scrollTo(0, list.current.scrollHeight);
  }, [count]);
  const click = async (body: Schema<"Click">) => {
    setOutcome(await post<Outcome>(worldPath(world, "clicks"), body));
    await messages.reload();
  };
  return (
    <Sheet
      title={participants.map(({ name }) => name).join(" · ")}
      onClose={onClose}
      actions={
        <CopyAs
          forms={[
            { label: "curl", text: () => adminCurl("GET", path) },
            { label: "JSON", text: () => JSON.stringify(messages.data, null, 2) },
          ]}
        />
      }
    >
      <div class="stack">
        {"post" in conversation.about && (
          <div class="actions">
            {participants.map(({ name }) => (
              <Action key={name} run={() => click({ on: "chat_service", user: name, conversation: conversation.id })}>
                {t("openAppAs", { name })}
              </Action>
            ))}
          </div>
        )}
        <Ready of={messages}>
          {(all) =>
            all.length === 0 ? (
              <Empty title={t("noMessages")}>
                <p class="quiet">{t("noMessagesHint")}</p>
              </Empty>
            ) : (
              <ol class="chat" ref={list} tabIndex={0} aria-label={t("messages")}>
                {all.map((written) => (
                  <Message key={written.message["id"]} written={written} participants={participants} onClick={click} />
                ))}
              </ol>
            )
          }
        </Ready>
        <Compose path={path} participants={participants} reload={messages.reload} />
      </div>
      {outcome && <OutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} />}
    </Sheet>
  );
}

function Message(props: { written: Written; participants: readonly Participant[]; onClick: (click: Schema<"Click">) => Promise<void> }) {
  const { written, participants, onClick } = props;
  const message: Members = isMembers(written.message) ? written.message : {};
  const sender = message["sender"];
  const ofApp = isMembers(sender) && textOf(sender, "type") === "BOT";
  const author = participants.find(({ name }) => name === written.author);
  const text = textOf(message, "text");
  const time = textOf(message, "sent_at");
  const id = textOf(message, "id");
  return (
    <li class={`message of-${author?.side ?? "bot"}`}>
      <p class="message-head">
        <b>
          <bdi>{written.author || t("chatbot")}</bdi>
        </b>
        {author && author.side !== "user" && author.side !== author.name && <span>{t(author.side)}</span>}
        {ofApp && <Badge tone="info">{t("byApp")}</Badge>}
        {time && <time>{formatTime(time)}</time>}
      </p>
      {text ? (
        <p class="bubble" dir="auto">
          {text}
        </p>
      ) : (
        <Json value={message} />
      )}
      {gridsOf(written, participants).map(({ user, rows }) => (
        <div key={user.name} class="buttons" role="group" aria-label={t("buttonsOf", { name: user.name })}>
          <small class="quiet">{t("buttonsOf", { name: user.name })}</small>
          {rows.map((buttons, row) => (
            <div key={row} class="button-row">
              {buttons.map((button, column) => {
                const icon = textOf(button, "icon_name") || textOf(button, "icon");
                return (
                  <Action key={column} run={() => onClick({ on: "message_button", user: user.name, message: id, row, column })}>
                    {icon && <Icon name={icon} />}
                    <bdi>{textOf(button, "caption")}</bdi>
                  </Action>
                );
              })}
            </div>
          ))}
        </div>
      ))}
    </li>
  );
}

function Compose({ path, participants, reload }: { path: string; participants: readonly Participant[]; reload: () => Promise<void> }) {
  const [user, setUser] = useState(participants[0]?.name ?? "");
  const [text, setText] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    if (text.trim() === "") return;
    void attempt(async () => {
      await post(path, { user, text });
      setText("");
      await reload();
    });
  };
  return (
    <form class="compose" onSubmit={send}>
      <Field label={t("writeAs")}>
        {(id) => (
          <select id={id} value={user} onChange={(event) => setUser(event.currentTarget.value)}>
            {participants.map(({ name, side }) => (
              <option key={name} value={name}>
                {side === "user" || side === name ? name : `${name} (${t(side)})`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t("message")}>
        {(id) => <input id={id} dir="auto" autocomplete="off" value={text} onInput={(event) => setText(event.currentTarget.value)} />}
      </Field>
      <button type="submit" class="main">
        {t("send")}
      </button>
      <CopyAs forms={[{ label: "curl", text: () => adminCurl("POST", path, { user, text }) }]} />
    </form>
  );
}

function NewConversation(props: { world: string; onMade: (id: string) => void; reload: () => Promise<void> }) {
  const users = useData<Schema<"SandboxUser">[]>(worldPath(props.world, "users"), ["users"]);
  const posts = useData<Schema<"SandboxPost">[]>(worldPath(props.world, "posts"), ["posts"]);
  const [user, setUser] = useState("");
  const [about, setAbout] = useState("");
  const chosen = user || (users.data?.find(({ name }) => name === "buyer") ?? users.data?.[0])?.name || "";
  const make = () =>
    post<Schema<"AddedData">>(worldPath(props.world, "seed"), { conversations: [{ user: chosen, post: about }] }).then(async (added) => {
      await props.reload();
      const made = added.conversations[0];
      if (made) props.onMade(made.id);
    });
  return (
    <div class="line new-conversation">
      <Field label={t("newConversationOf")}>
        {(id) => (
          <select id={id} value={chosen} onChange={(event) => setUser(event.currentTarget.value)}>
            {users.data?.map(({ name }) => <option key={name}>{name}</option>)}
          </select>
        )}
      </Field>
      <Field label={t("about")}>
        {(id) => (
          <select id={id} value={about} onChange={(event) => setAbout(event.currentTarget.value)}>
            <option value="">{t("chatbot")}</option>
            {posts.data?.map(({ token, data }) => (
              <option key={token} value={token}>
                {String(data["title"] ?? token)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Action run={make}>{t("make")}</Action>
    </div>
  );
}
