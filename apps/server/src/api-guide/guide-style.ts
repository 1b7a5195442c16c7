/** Style of the guide: readable on paper, in the dark and on a narrow screen. */
export const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #3a3f47); --soft: light-dark(#555c66, #a8b0bc);
  --ground: light-dark(#ffffff, #16181c); --tint: light-dark(#f5f6f8, #1f2228); --accent: light-dark(#0b5cad, #7cb8ff); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 260px minmax(0, 1fr); background: var(--ground);
  font: 14px/1.5 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 20px; border-right: 1px solid var(--line); }
nav h2 { font-size: 12px; color: var(--soft); margin: 16px 0 4px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: 4px 8px; margin: 0 -8px; border-radius: 4px; text-decoration: none; }
nav a:hover { background: var(--tint); }
nav .product { font-weight: 600; }
main { padding: 24px 40px 80px; max-width: 1080px; }
a { color: var(--accent); }
h1 { font-size: 26px; margin: 0 0 12px; }
main > h2 { font-size: 20px; margin: 40px 0 0; }
section { border-top: 1px solid var(--line); padding: 20px 0; scroll-margin-top: 8px; }
h4 { font-size: 13px; margin: 12px 0 0; }
h3 { font-size: 15px; margin: 0 0 8px; overflow-wrap: anywhere; }
.method { font-size: 12px; font-weight: 600; padding: 2px 6px; border-radius: 4px; background: var(--tint);
  border: 1px solid var(--line); }
p { margin: 0 0 8px; max-width: 76ch; }
.soft { color: var(--soft); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { background: var(--tint); border: 1px solid var(--line); border-radius: 6px; padding: 12px; overflow: auto;
  max-height: 480px; }
summary { cursor: pointer; padding: 4px 0; color: var(--accent); }
table { width: 100%; border-collapse: collapse; margin: 4px 0 12px; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); }
th { font-size: 12px; color: var(--soft); font-weight: 600; }
td:first-child { width: 30%; overflow-wrap: anywhere; }
td:nth-child(2) { width: 16%; }
td table { background: var(--tint); }
.required { color: var(--soft); font-size: 12px; }
.values code { color: var(--soft); margin-right: 6px; overflow-wrap: anywhere; }
@media (max-width: 800px) { body { display: block; } nav { position: static; height: auto; border: 0; } main { padding: 16px 20px; } }
@media print { nav { display: none; } body { display: block; } }
`;
