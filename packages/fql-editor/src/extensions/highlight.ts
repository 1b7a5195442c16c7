import { HighlightStyle, LanguageSupport, LRLanguage, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { styleTags, tags } from '@lezer/highlight';
import { highlightedParser } from '@redoubt/fql';

/** Attributes have a colour of their own, apart from members. */
const attribute = tags.special(tags.propertyName);

const parser = highlightedParser.configure({
  props: [styleTags({ 'Attribute JsonAttribute UnterminatedAttribute': attribute })],
});

/** The rule language for CodeMirror: the grammar that also decides live events, with comment and bracket facts. */
const fqlLanguage: LRLanguage = LRLanguage.define({
  name: 'fql',
  parser,
  languageData: {
    commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
    closeBrackets: { brackets: ['(', '[', '{', '"'] },
  },
});

const style = HighlightStyle.define([
  { tag: [tags.keyword, tags.logicOperator, tags.bool, tags.null], class: 'fql-keyword' },
  { tag: tags.number, class: 'fql-number' },
  { tag: tags.string, class: 'fql-string' },
  { tag: attribute, class: 'fql-attribute' },
  { tag: tags.variableName, class: 'fql-variable' },
  { tag: [tags.function(tags.variableName), tags.propertyName, tags.attributeName, tags.name], class: 'fql-function' },
  { tag: tags.comment, class: 'fql-comment' },
  { tag: tags.operator, class: 'fql-operator' },
]);

const DECISION_MARKS: Readonly<Record<string, Decoration>> = Object.fromEntries(
  ['approve', 'reject', 'review', 'challenge'].map((word) => [
    word,
    Decoration.mark({ class: `fql-decision fql-decision-${word}` }),
  ]),
);

/** Decision words of RETURN statements in what is visible, in the colour of their decision. */
const decisionMarks = (view: EditorView): DecorationSet => {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        if (node.name !== 'Identifier' || !node.matchContext(['Return', 'Call'])) return;
        const mark = DECISION_MARKS[view.state.sliceDoc(node.from, node.to).toLowerCase()];
        if (mark) builder.add(node.from, node.to, mark);
      },
    });
  }
  return builder.finish();
};

const decisionWords = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decisionMarks(view);
    }

    update(update: ViewUpdate): void {
      const parsed = syntaxTree(update.state) !== syntaxTree(update.startState);
      if (update.docChanged || update.viewportChanged || parsed) this.decorations = decisionMarks(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

/** Language and colours of rule texts. */
export const fqlHighlighting = (): Extension => [
  new LanguageSupport(fqlLanguage),
  syntaxHighlighting(style),
  decisionWords,
];
