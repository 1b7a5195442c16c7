import { useRuleCheck, type Diagnostic, type RuleSource, type SymbolTable } from '@redoubt/fql-editor';
import { useEffect } from 'react';

/** Checks codes as they are typed; a part of its own, since the checker is as large as the rest of the page. */
export const CodeCheck = (props: {
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  readonly onChecked: (diagnostics: readonly Diagnostic[]) => void;
}): null => {
  const { source, symbols, onChecked } = props;
  const { diagnostics } = useRuleCheck(source, symbols);
  useEffect(() => onChecked(diagnostics), [diagnostics, onChecked]);
  return null;
};
