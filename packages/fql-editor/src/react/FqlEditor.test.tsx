import { forEachDiagnostic } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { type SymbolTable, checkRule, type RuleSource } from '@redoubt/fql';
import { createBundledTexts, ENGLISH, type Language, TextProvider } from '@redoubt/i18n';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { createRef } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FqlEditor, type FqlEditorHandle, type FqlEditorProps } from './FqlEditor.tsx';

const symbols: SymbolTable = { attributes: [{ path: 'totalAmount', type: 'number' }], lists: [] };

const ruleWith = (code: string): RuleSource => ({
  condition: 'LET $age = 4',
  clauses: [{ id: 'c', name: 'Clause 1', code }],
});

const germanCatalogue = (name: string): unknown =>
  JSON.parse(readFileSync(`packages/i18n/catalogues/de-DE/${name}.json`, 'utf8'));

const GERMAN = Object.fromEntries(['rules', 'diagnostics', 'guide'].map((name) => [name, germanCatalogue(name)]));

const show = (
  code: string,
  more: Partial<FqlEditorProps> = {},
  language: Language = 'en-US',
  catalogues: Readonly<Record<string, unknown>> = ENGLISH,
) => {
  const onChange = vi.fn<(code: string) => void>();
  const handle = createRef<FqlEditorHandle>();
  const element = (next: string, props: Partial<FqlEditorProps>) => (
    <TextProvider texts={createBundledTexts(language, catalogues)}>
      <FqlEditor
        ref={handle}
        rule={ruleWith(next)}
        part="c"
        symbols={symbols}
        label="Code of Clause 1"
        onChange={onChange}
        {...props}
      />
    </TextProvider>
  );
  const shown = render(element(code, more));
  const box = screen.getByRole('textbox', { name: 'Code of Clause 1' });
  const view = EditorView.findFromDOM(box);
  if (!view) throw new Error('There is no editor');
  return { onChange, handle, box, view, again: (next: string, props = more) => shown.rerender(element(next, props)) };
};

const squigglesOf = (view: EditorView): readonly string[] => {
  const found: string[] = [];
  forEachDiagnostic(view.state, ({ message }) => found.push(message));
  return found;
};

const diagnosticsOf = (code: string) =>
  checkRule(ruleWith(code), symbols).diagnostics.filter(({ part }) => part === 'c');

describe('FqlEditor', () => {
  afterEach(cleanup);

  test('line numbers go on from the editor above', () => {
    show('RETURN Reject()\nWHEN true', { firstLine: 7 });
    const numbers = [...document.querySelectorAll('.cm-lineNumbers .cm-gutterElement')].map((each) => each.textContent);
    expect(numbers).toEqual(expect.arrayContaining(['7', '8']));
  });

  test('typing is told, text from outside is not', () => {
    const { view, onChange, again } = show('RETURN Reject()');
    act(() => view.dispatch({ changes: { from: 15, insert: ' ' } }));
    expect(onChange).toHaveBeenCalledWith('RETURN Reject() ');
    onChange.mockClear();
    again('RETURN Approve()');
    expect(view.state.doc.toString()).toBe('RETURN Approve()');
    expect(onChange).not.toHaveBeenCalled();
  });

  test('text from outside leaves the cursor where it was', () => {
    const { view, again } = show('RETURN Reject()\nWHEN 1 > 2');
    act(() => view.dispatch({ selection: { anchor: 6 } }));
    again('RETURN Reject()\nWHEN 1 > 3');
    expect(view.state.selection.main.head).toBe(6);
  });

  test('problems are said in the language of the reader', () => {
    const code = 'RETURN Reject() WHEN $aeg > 1';
    const { view } = show(code, { diagnostics: diagnosticsOf(code) }, 'en-US');
    expect(squigglesOf(view)).toEqual(['The variable $aeg is not defined before it is used; did you mean $age?']);
  });

  test('a key runs the quick fix on the line of the cursor', () => {
    const code = 'RETURN Reject() WHEN $aeg > 1';
    const { view, box, onChange } = show(code, { diagnostics: diagnosticsOf(code) });
    act(() => view.dispatch({ selection: { anchor: 23 } }));
    fireEvent.keyDown(box, { key: '.', code: 'Period', keyCode: 190, ctrlKey: true });
    expect(onChange).toHaveBeenLastCalledWith('RETURN Reject() WHEN $age > 1');
  });

  test('a key lays the text out, and text with errors stays as it is', () => {
    const { handle, onChange, again } = show('return reject()   when   1>2');
    expect(handle.current?.format()).toBe(true);
    expect(onChange.mock.lastCall?.[0]).toContain('WHEN 1 > 2');
    again('return reject( when');
    onChange.mockClear();
    expect(handle.current?.format()).toBe(false);
    expect(onChange).not.toHaveBeenCalled();
  });

  test('values stand beside the lines they belong to', () => {
    show('RETURN Reject()\nWHEN @"totalAmount" > 220', {
      values: [{ from: 21, to: 35, text: '489', title: '@"totalAmount" = 489', tone: 'plain' }],
    });
    expect(screen.getByTitle('@"totalAmount" = 489').textContent).toBe('489');
  });

  test('lines that differ are marked, and removed ones are shown struck out', () => {
    show('RETURN Reject()\nWHEN 1 > 2', {
      changes: { added: [2], removed: [{ beforeLine: 2, text: 'WHEN 1 > 1' }] },
    });
    expect(document.querySelector('.cm-line.fql-added-line')?.textContent).toBe('WHEN 1 > 2');
    expect(document.querySelector('del')?.textContent).toBe('WHEN 1 > 1');
  });

  test('read-only code says so and does not change', () => {
    const { box, view } = show('RETURN Reject()', { readOnly: true });
    expect(box.getAttribute('aria-readonly')).toBe('true');
    expect(view.state.readOnly).toBe(true);
  });

  test('Control and Enter hand the text on', () => {
    const onSubmit = vi.fn<() => void>();
    const { box } = show('RETURN Reject()', { onSubmit });
    fireEvent.keyDown(box, { key: 'Enter', code: 'Enter', keyCode: 13, ctrlKey: true });
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  test('Tab indents, and leaves the code after Escape', () => {
    const { box, view } = show('RETURN Reject()');
    const tab = { key: 'Tab', code: 'Tab', keyCode: 9 };
    expect(fireEvent.keyDown(box, tab)).toBe(false);
    expect(view.state.doc.toString()).toBe('  RETURN Reject()');
    fireEvent.keyDown(box, { key: 'Escape', code: 'Escape', keyCode: 27 });
    expect(fireEvent.keyDown(box, tab)).toBe(true);
    expect(view.state.doc.toString()).toBe('  RETURN Reject()');
  });

  test('Control and f search in the words of the reader', () => {
    const { box } = show('RETURN Reject()', {}, 'de-DE', GERMAN);
    fireEvent.keyDown(box, { key: 'f', code: 'KeyF', keyCode: 70, ctrlKey: true });
    expect(screen.getByRole('button', { name: 'Alle ersetzen' })).toBeTruthy();
  });

  test('words of the language inside a problem are said in the language of the reader', () => {
    const code = 'RETURN Reject() WHEN 1 >';
    const { view } = show(code, { diagnostics: diagnosticsOf(code) }, 'de-DE', GERMAN);
    expect(squigglesOf(view)).toEqual(['Vor dem Ende fehlt ein Ausdruck.']);
  });

  test('what is wrong with a pattern is said in the language of the reader', () => {
    const code = 'RETURN Reject() WHEN Patterns.IsRegexMatch("(a", @"totalAmount")';
    const { view } = show(code, { diagnostics: diagnosticsOf(code) }, 'de-DE', GERMAN);
    expect(squigglesOf(view)).toEqual(['Der reguläre Ausdruck lässt sich nicht verwenden: schließende ) fehlt: `(a`.']);
  });

  test('decision words stand out in RETURN', () => {
    show('RETURN Reject("a")\nWHEN true');
    expect(document.querySelector('.fql-decision-reject')?.textContent).toBe('Reject');
  });
});
