import { render } from "preact";
import "./style/base.css";
import "./style/shell.css";
import "./style/parts.css";
import "./style/forms.css";
import "./style/widgets.css";
import "./style/chat.css";
import { followVisibility } from "./app/live";
import { followAddress } from "./app/router";
import { applySettings } from "./app/settings";
import { Shell } from "./app/shell";

applySettings();
followAddress();
followVisibility();
const place = document.getElementById("console");
if (place) render(<Shell />, place);
