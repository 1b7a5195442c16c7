/** Style of the development provider's pages: system fonts, light and dark, visible focus, no motion. */
export const SIGN_IN_CSS = `:root {
  color-scheme: light dark;
  --page: #f3f4f6; --card: #ffffff; --text: #1b1f24; --muted: #5b6470; --line: #d9dee4; --accent: #0f5ea8; --on-accent: #ffffff;
  --hover: #eef4fb; --chip: #eceff3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --card: #1e2227; --text: #f0f2f4; --muted: #a7b0bb; --line: #343a42; --accent: #7db8f0; --on-accent: #10151a;
    --hover: #262d36; --chip: #2d333b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: flex; justify-content: center; align-items: flex-start;
  background: var(--page); color: var(--text);
  font: 14px/20px "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", sans-serif;
}
main {
  width: 100%; max-width: 440px; margin: 8vh 16px 32px; padding: 32px;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px;
}
.brand { display: flex; align-items: center; gap: 8px; margin: 0 0 24px; font-weight: 600; font-size: 16px; }
.mark { width: 16px; height: 16px; background: var(--accent); clip-path: polygon(50% 0, 100% 20%, 100% 60%, 50% 100%, 0 60%, 0 20%); }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; }
.lead { margin: 4px 0 20px; color: var(--muted); }
.people { list-style: none; margin: 0 0 16px; padding: 0; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.people li + li { border-top: 1px solid var(--line); }
.people button {
  display: flex; align-items: flex-start; gap: 12px; width: 100%; padding: 12px; border: 0;
  background: transparent; color: inherit; font: inherit; text-align: start; cursor: pointer;
}
.people button:hover { background: var(--hover); }
.avatar {
  flex: none; display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%;
  background: var(--accent); color: var(--on-accent); font-weight: 600; font-size: 13px;
}
.who { display: grid; gap: 2px; min-width: 0; }
.name { font-weight: 600; }
.username { color: var(--muted); overflow-wrap: anywhere; }
.roles { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 4px; }
.role { padding: 0 8px; border-radius: 10px; background: var(--chip); font-size: 12px; }
.role.none { background: transparent; border: 1px dashed var(--muted); color: var(--muted); }
label input {
  display: block; width: 100%; margin-top: 4px; padding: 6px 8px; border: 1px solid var(--muted); border-radius: 4px;
  background: var(--page); color: inherit; font: inherit;
}
.cancel, .primary {
  display: inline-block; padding: 6px 16px; border: 1px solid var(--line); border-radius: 4px;
  background: transparent; color: inherit; font: inherit; text-decoration: none; cursor: pointer;
}
.primary { margin-top: 16px; background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
.note { margin: 16px 0 0; color: var(--muted); font-size: 12px; line-height: 16px; }
a { color: var(--accent); }
a.primary { color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.people button:focus-visible { outline-offset: -2px; }
@media (forced-colors: active) { .avatar, .role { border: 1px solid CanvasText; } }
`;

/** Sends the sign-out form; without scripts its button does the same. */
export const SIGN_OUT_JS = `const form = document.querySelector('form');
form.requestSubmit(form.querySelector('button'));
`;
