import { closeCompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import {
  type SymbolTable,
  type Definition,
  type Diagnostic,
  format,
  hasError,
  parse,
  type PartId,
  type RuleSource,
} from '@redoubt/fql';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { kindOfPart } from '../extensions/part-kind.ts';
import { type LineChanges, NO_CHANGES, setLineChanges } from '../extensions/change-marks.ts';
import { showDiagnostics } from '../extensions/diagnostics.ts';
import { type LineValue, setLineValues } from '../extensions/line-values.ts';
import type { Renaming } from '../extensions/rename.ts';
import { applySettings, createEditorView, type EditorSettings, replaceText } from './editor-view.ts';
import { useEditorWords } from './use-editor-words.ts';

/** What a screen can ask of an editor. Offsets count from 0. */
export type FqlEditorHandle = {
  /** Moves the focus into the code; with an offset the cursor goes there and is scrolled into sight. */
  readonly focus: (offset?: number) => void;
  /** Lays the text out anew; false where it has syntax errors and stays as it is. */
  readonly format: () => boolean;
};

export type FqlEditorProps = {
  /** The whole rule: names bind across its texts, so checking and completion see all of them. */
  readonly rule: RuleSource;
  /** `condition` or the id of the clause this editor shows. */
  readonly part: PartId;
  readonly symbols: SymbolTable;
  /** Names the editor for screen readers. */
  readonly label: string;
  readonly onChange: (code: string) => void;
  /** Number of its first line, where several editors make one surface. */
  readonly firstLine?: number;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
  /** Problems of this part; offsets belong to the text as it stands. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly values?: readonly LineValue[];
  /** Marks against another version. */
  readonly changes?: LineChanges;
  /** Ctrl+Enter. */
  readonly onSubmit?: (() => void) | undefined;
  /** F2 on a variable: it got another name, in this part and others. Without it variables cannot be renamed. */
  readonly onRename?: ((renaming: Renaming) => void) | undefined;
  /** F12, or Control and click: true where the screen goes to what is defined there. */
  readonly onDefinition?: ((definition: Definition) => boolean) | undefined;
  /** The cursor leaves over the first or last line: true when another editor took it. */
  readonly onLeave?: ((direction: 'up' | 'down') => boolean) | undefined;
  readonly ref?: Ref<FqlEditorHandle>;
};

const NONE: readonly never[] = [];

const codeIn = (rule: RuleSource, part: PartId): string =>
  part === 'condition' ? rule.condition : (rule.clauses.find(({ id }) => id === part)?.code ?? '');

const formatView = (view: EditorView, rule: RuleSource, part: PartId): boolean => {
  const code = view.state.doc.toString();
  const kind = kindOfPart(rule, part);
  if (hasError(parse(kind, code).diagnostics)) return false;
  const formatted = format(kind, code);
  const { head } = view.state.selection.main;
  if (formatted !== code)
    view.dispatch({
      changes: { from: 0, to: code.length, insert: formatted },
      selection: { anchor: Math.min(head, formatted.length) },
      userEvent: 'input.format',
    });
  return true;
};

/**
 * The code editor of one text of a rule: highlighting, completion, hover help, squiggles with quick fixes, values of
 * sub-expressions and marks against another version. Colours come from the tokens of `ui`; words from the catalogues.
 */
export const FqlEditor = (props: FqlEditorProps) => {
  const { rule, part, symbols, label, firstLine = 1, readOnly = false, placeholder = '' } = props;
  const { diagnostics = NONE, values = NONE, changes = NO_CHANGES } = props;
  const words = useEditorWords();
  const code = codeIn(rule, part);
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ props, words });
  latest.current = { props, words };
  const settings: EditorSettings = { label, firstLine, readOnly, placeholder, phrases: words.phrases };
  const start = useRef({ code, settings });
  start.current = { code, settings };

  useLayoutEffect(() => {
    if (!host.current) return undefined;
    const created = createEditorView(
      host.current,
      start.current.code,
      part,
      {
        rule: () => latest.current.props.rule,
        symbols: () => latest.current.props.symbols,
        words: () => latest.current.words,
        changed: (next) => latest.current.props.onChange(next),
        format: (current) =>
          latest.current.props.readOnly ? false : formatView(current, latest.current.props.rule, part),
        renamed: () => (latest.current.props.readOnly ? null : (latest.current.props.onRename ?? null)),
        goTo: (definition) => latest.current.props.onDefinition?.(definition) ?? false,
        submit: () => {
          latest.current.props.onSubmit?.();
          return latest.current.props.onSubmit !== undefined;
        },
        leave: (direction) => latest.current.props.onLeave?.(direction) ?? false,
      },
      start.current.settings,
    );
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, [part]);

  useEffect(() => {
    if (view.current) applySettings(view.current, start.current.settings);
  }, [label, firstLine, readOnly, placeholder, words]);
  useLayoutEffect(() => {
    if (view.current) replaceText(view.current, code);
  }, [code]);
  useEffect(() => {
    const current = view.current;
    if (current) current.dispatch(showDiagnostics(current.state, diagnostics, words));
  }, [diagnostics, words, symbols]);
  useEffect(() => {
    view.current?.dispatch({ effects: setLineValues.of(values) });
  }, [values]);
  useEffect(() => {
    view.current?.dispatch({ effects: setLineChanges.of(changes) });
  }, [changes]);

  useImperativeHandle(
    props.ref,
    () => ({
      focus: (offset) => {
        const current = view.current;
        if (!current) return;
        closeCompletion(current);
        if (offset !== undefined)
          current.dispatch({ selection: { anchor: Math.min(offset, current.state.doc.length) }, scrollIntoView: true });
        current.focus();
      },
      format: () =>
        view.current ? formatView(view.current, latest.current.props.rule, latest.current.props.part) : false,
    }),
    [],
  );

  return <div ref={host} />;
};
