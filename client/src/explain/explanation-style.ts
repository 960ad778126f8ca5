/** The style of the explanation page, in the colors of the theme. */
export const style = `
:root { --muted: var(--vscode-descriptionForeground); --line: var(--vscode-editorWidget-border, var(--vscode-contrastBorder, transparent)); }
body { margin: 0; padding: 0; background: var(--vscode-editor-background); color: var(--vscode-editor-foreground); font: var(--vscode-markdown-font-size, 14px)/1.55 var(--vscode-font-family); }
main { max-width: 76ch; padding: 18px 26px 40px; overflow-wrap: anywhere; }
h1 { margin: 0 0 10px; font-size: 1.3em; line-height: 1.35; font-weight: 600; }
h1.fault span { color: var(--vscode-editorError-foreground, var(--vscode-errorForeground)); }
h1.fine span { color: var(--vscode-testing-iconPassed, var(--vscode-charts-green)); }
h2 { margin: 0 0 6px; font-size: 1em; font-weight: 600; }
section + section { margin-top: 16px; padding-top: 14px; border-top: 1px solid var(--line); }
section.input { color: var(--muted); font-size: .92em; }
section.input b { font-weight: normal; }
p { margin: 4px 0; }
p.item { padding-left: 1.1em; }
p.step { position: relative; }
p.step::before { content: "•"; position: absolute; left: 0; color: var(--muted); }
p.problem { padding-left: 10px; border-left: 3px solid var(--vscode-editorInfo-foreground); }
p.problem.error { border-left-color: var(--vscode-editorError-foreground); }
p.problem.warning { border-left-color: var(--vscode-editorWarning-foreground); }
p.problem b { font-weight: normal; color: var(--muted); }
pre, code { font-family: var(--vscode-editor-font-family, monospace); font-size: .93em; }
pre { margin: 8px 0; padding: 8px 10px; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 3px; background: var(--vscode-textCodeBlock-background); max-height: 26em; overflow: auto; }
pre.error { border-left: 3px solid var(--vscode-editorError-foreground, var(--vscode-errorForeground)); }
.token { color: var(--vscode-symbolIcon-keywordForeground, inherit); color: var(--vscode-debugTokenExpression-name, inherit); }
mark { background: none; color: inherit; text-underline-offset: 3px; text-decoration-thickness: 2px; }
mark.stop { background: color-mix(in srgb, var(--vscode-editorError-foreground, red) 24%, transparent); outline: 1px solid var(--vscode-contrastBorder, transparent); }
mark.wrong { text-decoration: underline wavy var(--vscode-editorWarning-foreground, orange); text-decoration-skip-ink: none; }
p.legend { display: flex; flex-wrap: wrap; gap: 2px 18px; color: var(--muted); font-size: .92em; }
del, ins { border-radius: 2px; }
del { background: var(--vscode-diffEditor-removedTextBackground); outline: 1px dashed var(--vscode-diffEditor-removedTextBorder, transparent); text-decoration: line-through; }
ins { background: var(--vscode-diffEditor-insertedTextBackground); outline: 1px solid var(--vscode-diffEditor-insertedTextBorder, transparent); text-decoration: none; }
a { color: var(--vscode-textLink-foreground); }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
p.actions { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin: 8px 0 10px; }
a.button { padding: 4px 12px; border-radius: 2px; text-decoration: none; border: 1px solid var(--vscode-button-border, transparent); background: var(--vscode-button-background); color: var(--vscode-button-foreground); }
a.button:hover { background: var(--vscode-button-hoverBackground); }
a.button.second { background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); }
a.button.second:hover { background: var(--vscode-button-secondaryHoverBackground); }
.applied { color: var(--vscode-foreground); }
`;
