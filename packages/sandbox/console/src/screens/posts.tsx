// The posts of a world: their record, their stage, and the add-ons of the app on them.
import { useState } from "preact/hooks";
import { post, type Schema, send, worldPath } from "../app/admin";
import { useData } from "../app/data";
import { addressOf, go } from "../app/router";
import type { ScreenProps } from "../app/screens";
import { t } from "../app/settings";
import { adminCurl } from "../ui/curl";
import { Dialog } from "../ui/dialog";
import { contains, Filters } from "../ui/filters";
import { formatTime } from "../ui/format";
import { CopyAs, CopyButton } from "../ui/menu";
import { Action, attempt, Badge, Empty, Field, Json, notify, Page, Ready, Sheet } from "../ui/parts";
import { type Column, Table } from "../ui/table";
import { Addons } from "../widgets/addons";
import { EditPost } from "./post-edit";

type Post = Schema<"SandboxPost">;
type Stage = Schema<"Stage">;

const STAGES: Stage[] = ["waiting_for_payment", "in_review", "published", "retired", "archived"];
const TONES = { waiting_for_payment: "warn", in_review: "info", published: "good", retired: "bad", archived: undefined } as const;

const titleOf = (record: Post) => String(record.data["title"] ?? record.token);

const columns = (): Column<Post>[] => [
  { name: "token", title: t("token"), cell: ({ token }) => <code>{token}</code> },
  { name: "title", title: t("postTitle"), cell: (record) => <bdi>{titleOf(record)}</bdi> },
  { name: "stage", title: t("stage"), cell: ({ stage }) => <StageBadge stage={stage} /> },
  { name: "owner", title: t("owner"), cell: ({ owner }) => owner, minor: true },
  { name: "category", title: t("category"), cell: ({ category }) => category, minor: true },
];

/** The posts that the filters of the address let through. */
export function filteredPosts(posts: readonly Post[], query: URLSearchParams): Post[] {
  const [wanted, stage] = [query.get("contains") ?? "", query.get("stage") ?? ""];
  return posts.filter(
    (record) =>
      (stage === "" || record.stage === stage) &&
      contains(`${record.token} ${titleOf(record)} ${record.owner} ${record.category} ${record.city}`, wanted),
  );
}

/** The address of the posts, or of one of them. Without the parameter, the admin API leaves the archived ones out. */
export function postsAddress(world: string, ...token: string[]): string {
  return `${worldPath(world, "posts", ...token)}?archived=true`;
}

export function PostsScreen({ world, rest, query }: ScreenProps) {
  const posts = useData<Post[]>(postsAddress(world), ["posts"]);
  const [making, setMaking] = useState(false);
  const selected = rest[0];
  const open = (token?: string) => go(addressOf(world, "posts", token === undefined ? [] : [token], query.toString()));
  return (
    <Page
      title={t("posts")}
      about={t("postsAbout")}
      actions={
        <>
          <button type="button" class="main" onClick={() => setMaking(true)}>
            {t("newPost")}
          </button>
          <CopyAs
            forms={[
              { label: "curl", text: () => adminCurl("GET", postsAddress(world)) },
              { label: "JSON", text: () => JSON.stringify(posts.data, null, 2) },
            ]}
          />
        </>
      }
    >
      <Filters
        query={query}
        address={(next) => addressOf(world, "posts", rest, next)}
        search={t("searchPosts")}
        choices={[{ name: "stage", label: t("stage"), values: STAGES.map((value) => ({ value, text: t(`stage.${value}`) })) }]}
      />
      <Ready of={posts}>
        {(all) =>
          all.length === 0 ? (
            <Empty title={t("noPosts")}>
              <p class="quiet">{t("noPostsHint")}</p>
            </Empty>
          ) : (
            <div class={selected ? "split" : "split alone"}>
              <Table label={t("posts")} columns={columns()} rows={filteredPosts(all, query)} keyOf={({ token }) => token} selected={selected} onOpen={({ token }) => open(token)} />
              {selected && <Details key={selected} world={world} token={selected} reload={posts.reload} onClose={() => open()} />}
            </div>
          )
        }
      </Ready>
      {making && <NewPost world={world} onClose={() => setMaking(false)} onMade={open} reload={posts.reload} />}
    </Page>
  );
}

function StageBadge({ stage }: { stage: Stage }) {
  const tone = TONES[stage];
  return <Badge {...(tone ? { tone } : {})}>{t(`stage.${stage}`)}</Badge>;
}

function Details(props: { world: string; token: string; reload: () => Promise<void>; onClose: () => void }) {
  const { world, token } = props;
  const path = worldPath(world, "posts", token);
  const address = postsAddress(world, token);
  const record = useData<Post>(address, ["posts"]);
  const [editing, setEditing] = useState(false);
  const addons = useData<Schema<"ShownAddon">[]>(`${path}/addons`, ["addons", "posts", "clock"]);
  const buttons = useData<Schema<"SandboxCustomButton">[]>(worldPath(world, "custom-buttons"), ["buttons"]).data;
  const move = async (stage: Stage) => {
    await send("PUT", `${path}/stage`, { stage });
    await Promise.all([record.reload(), props.reload()]);
    notify(t("moved", { stage: t(`stage.${stage}`) }));
  };
  return (
    <Sheet
      title={record.data ? titleOf(record.data) : token}
      onClose={props.onClose}
      actions={
        <>
          <button type="button" disabled={!record.data} onClick={() => setEditing(true)}>
            {t("edit")}
          </button>
          <CopyAs
            forms={[
              { label: "curl", text: () => adminCurl("GET", address) },
              { label: "JSON", text: () => JSON.stringify(record.data, null, 2) },
            ]}
          />
        </>
      }
    >
      {editing && record.data && (
        <EditPost
          world={world}
          post={record.data}
          onClose={() => setEditing(false)}
          onSaved={() => Promise.all([record.reload(), props.reload()])}
        />
      )}
      <Ready of={record}>
        {(post) => (
          <div class="stack">
            <dl class="facts">
              <dt>{t("token")}</dt>
              <dd class="mono">
                {post.token} <CopyButton text={post.token} label={t("token")} />
              </dd>
              <dt>{t("owner")}</dt>
              <dd>
                <bdi>{post.owner}</bdi>
              </dd>
              <dt>{t("category")}</dt>
              <dd>
                <bdi>{[post.category, post.city, post.district].filter(Boolean).join(" · ")}</bdi>
              </dd>
              <dt>{t("published")}</dt>
              <dd>{post.first_published_at ? formatTime(post.first_published_at) : "—"}</dd>
              <dt>{t("stage")}</dt>
              <dd>
                <StageBadge stage={post.stage} />
              </dd>
            </dl>
            <div class="actions">
              {STAGES.filter((stage) => stage !== post.stage).map((stage) => (
                <Action key={stage} run={() => move(stage)}>
                  → {t(`stage.${stage}`)}
                </Action>
              ))}
            </div>
          </div>
        )}
      </Ready>
      <h3>{t("addons")}</h3>
      <Ready of={addons}>
        {(shown) =>
          shown.length === 0 ? (
            <Empty title={t("noAddons")}>
              <p class="quiet">{t("noAddonsHint")}</p>
            </Empty>
          ) : (
            <Addons world={world} post={token} addons={shown} />
          )
        }
      </Ready>
      {buttons?.filter(({ post, business }) => post === token || (business && business === record.data?.business?.token)).map(({ business, button }) => (
        <div key={business ?? token} class="stack">
          <h3>{t(business ? "buttonOfBusiness" : "customButton")}</h3>
          <Json value={button} />
        </div>
      ))}
      <h3>{t("record")}</h3>
      <Ready of={record}>{(post) => <Json value={post} />}</Ready>
    </Sheet>
  );
}

const TEMPLATE = {
  owner: "seller",
  stage: "published",
  category: "mobile-phones",
  city: "tehran",
  data: { title: "گوشی نو", description: "با جعبه" },
};

function NewPost(props: { world: string; onClose: () => void; onMade: (token: string) => void; reload: () => Promise<void> }) {
  const [text, setText] = useState(JSON.stringify(TEMPLATE, null, 2));
  const path = worldPath(props.world, "seed");
  const make = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const added = await post<Schema<"AddedData">>(path, { posts: [JSON.parse(text)] });
      await props.reload();
      props.onClose();
      const made = added.posts[0];
      if (made) props.onMade(made.token);
    });
  };
  return (
    <Dialog title={t("newPost")} onClose={props.onClose}>
      <form class="stack" onSubmit={make}>
        <Field label="JSON" hint={t("newPostHint")}>
          {(id, hint) => (
            <textarea id={id} aria-describedby={hint} dir="ltr" rows={14} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
          )}
        </Field>
        <div class="actions">
          <button type="submit" class="main">
            {t("make")}
          </button>
          <CopyAs forms={[{ label: "curl", text: () => adminCurl("POST", path, { posts: [JSON.parse(text)] }) }]} />
        </div>
      </form>
    </Dialog>
  );
}
