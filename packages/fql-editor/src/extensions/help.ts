/** A piece of help: what something is written like, what it does, and an example or edge. */
export type Help = {
  readonly signature: string;
  readonly text: string;
  readonly example: string;
};

/** Help as it stands in a tooltip. */
export const helpElement = ({ signature, text, example }: Help): HTMLElement => {
  const box = document.createElement('div');
  box.className = 'fql-help';
  const add = (className: string, words: string): void => {
    if (words === '') return;
    const line = document.createElement('div');
    line.className = className;
    line.textContent = words;
    box.append(line);
  };
  add('fql-help-signature', signature);
  add('fql-help-text', text);
  add('fql-help-example', example);
  return box;
};
