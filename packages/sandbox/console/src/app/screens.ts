// The list of screens: their address, text and key. A screen is one file in src/screens.
import type { ComponentType } from "preact";
import type { TextKey } from "../text/en";
import { AppScreen } from "../screens/app";
import { ChatScreen } from "../screens/chat";
import { DeliveriesScreen } from "../screens/deliveries";
import { FaultsScreen } from "../screens/faults";
import { OverviewScreen } from "../screens/overview";
import { PostsScreen } from "../screens/posts";
import { RequestsScreen } from "../screens/requests";
import { ScopesScreen } from "../screens/scopes";
import { SnapshotsScreen } from "../screens/snapshots";
import { TimeScreen } from "../screens/time";
import { UsersScreen } from "../screens/users";
import { WidgetsScreen } from "../screens/widgets";

export interface ScreenProps {
  world: string;
  /** The parts of the address after the screen. */
  rest: string[];
  query: URLSearchParams;
}

export interface Screen {
  name: string;
  title: TextKey;
  /** Pressed after `g`. */
  key: string;
  group: "app" | "data" | "traffic" | "tools";
  component: ComponentType<ScreenProps>;
}

export const SCREENS: readonly Screen[] = [
  { name: "overview", title: "overview", key: "o", group: "app", component: OverviewScreen },
  { name: "app", title: "app", key: "a", group: "app", component: AppScreen },
  { name: "users", title: "users", key: "u", group: "data", component: UsersScreen },
  { name: "posts", title: "posts", key: "p", group: "data", component: PostsScreen },
  { name: "chat", title: "chat", key: "c", group: "data", component: ChatScreen },
  { name: "requests", title: "requests", key: "r", group: "traffic", component: RequestsScreen },
  { name: "deliveries", title: "deliveries", key: "d", group: "traffic", component: DeliveriesScreen },
  { name: "faults", title: "faults", key: "f", group: "tools", component: FaultsScreen },
  { name: "time", title: "time", key: "t", group: "tools", component: TimeScreen },
  { name: "widgets", title: "widgets", key: "w", group: "tools", component: WidgetsScreen },
  { name: "scopes", title: "calculator", key: "s", group: "tools", component: ScopesScreen },
  { name: "snapshots", title: "snapshots", key: "n", group: "tools", component: SnapshotsScreen },
];
