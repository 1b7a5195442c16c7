import type { Diagnostic, RuleSource, SymbolTable } from '@redoubt/fql-editor';
import { useQuery } from '@tanstack/react-query';
import { createElement, useMemo, useState, type ReactNode } from 'react';
import type { AssessmentName } from '@redoubt/domain';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { lazyPanel } from '../../routes/lazy-component.tsx';
import { checkerSymbols } from '../../shared/authoring/editor/checker-symbols.ts';
import { symbolsQuery } from '../../shared/rules/rules.queries.ts';
import type { ConfigurationDraft } from './decision-draft.ts';

/** Codes of decisions as they are typed, with what the checker says of them. */
export type CheckedCodes = {
  readonly source: RuleSource;
  /** Null where the caller may not read what the language knows here, and before that is read. */
  readonly symbols: SymbolTable | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The first decision whose code is wrong. */
  readonly wrong: string | undefined;
  /** Draws nothing; checks while it stands in the page. */
  readonly check: ReactNode;
};

const CodeCheck = lazyPanel(async () => (await import('./components/CodeCheck.tsx')).CodeCheck);

const NOTHING: readonly never[] = [];

/** Checks the action codes of a configuration as the server checks them when they are saved. */
export const useCheckedCodes = (assessment: AssessmentName, { decisions }: ConfigurationDraft): CheckedCodes => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const mayRead = useMay()('decisionRules:read');
  const query = useQuery({
    ...symbolsQuery(call, { environmentId, assessment, family: 'deciding' }),
    enabled: mayRead,
  });
  const symbols = useMemo(() => (query.data ? checkerSymbols(query.data) : null), [query.data]);
  const text = JSON.stringify(decisions.map(({ key, name, code }) => [String(key), name, code]));
  const source = useMemo((): RuleSource => {
    const codes = JSON.parse(text) as readonly (readonly [id: string, name: string, code: string])[];
    return { kind: 'adHoc', condition: '', clauses: codes.map(([id, name, code]) => ({ id, name, code })) };
  }, [text]);
  const written = useMemo(
    () => ({ ...source, clauses: source.clauses.filter(({ code }) => code.trim() !== '') }),
    [source],
  );
  const [found, setFound] = useState<readonly Diagnostic[]>(NOTHING);
  const isChecked = symbols !== null && written.clauses.length > 0;
  const diagnostics = isChecked ? found : NOTHING;
  const wrong = diagnostics.find(({ severity }) => severity === 'error');
  return {
    source,
    symbols,
    diagnostics,
    wrong: source.clauses.find(({ id }) => id === wrong?.part)?.name,
    check: isChecked ? createElement(CodeCheck, { source: written, symbols, onChecked: setFound }) : null,
  };
};
