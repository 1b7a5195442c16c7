import { Button } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import type { FunctionEvaluation } from '@redoubt/contracts';
import { FqlEditor, type SymbolTable, type Diagnostic, type RuleSource } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { shortValue } from '../../../shared/authoring/evaluation/chips.ts';
import type { FormOutput } from '../function-form.ts';
import { DeclarationFields } from './DeclarationFields.tsx';

export type OutputResult = NonNullable<FunctionEvaluation['result']>['outputs'][number];

export type OutputSectionProps = {
  readonly output: FormOutput;
  readonly only: boolean;
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  readonly diagnostics: readonly Diagnostic[];
  readonly result: OutputResult | null;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<FormOutput>) => void;
  readonly onRemove: () => void;
  readonly onSubmit: () => void;
};

/** One output: what it is called, its type and default, its text, and what that comes to for the sample. */
export const OutputSection = (props: OutputSectionProps) => {
  const { output, diagnostics, result, readOnly } = props;
  const text = useText('functions');
  const own = useMemo(() => diagnostics.filter(({ part }) => part === output.id), [diagnostics, output.id]);
  return (
    <section className="stack-2 py-3 border-top-1" aria-label={text('outputNamed', { name: output.name })}>
      <div className="row align-end">
        <DeclarationFields value={output} readOnly={readOnly} onChange={props.onChange} />
        {readOnly || props.only ? null : (
          <Button
            size="small"
            appearance="subtle"
            icon={<DeleteRegular />}
            aria-label={text('removeNamed', { name: output.name })}
            onClick={props.onRemove}
          />
        )}
      </div>
      <FqlEditor
        rule={props.source}
        part={output.id}
        symbols={props.symbols}
        label={text('codeOf', { name: output.name })}
        firstLine={1}
        readOnly={readOnly}
        diagnostics={own}
        values={[]}
        onChange={(code) => props.onChange({ code })}
        onSubmit={props.onSubmit}
        onLeave={() => false}
      />
      {result ? (
        <p className="code-12" role="status">
          {text('comesTo', { value: shortValue(result.value) })}
          {result.errors.length > 0 ? <span className="reject-text"> {result.errors.join(' ')}</span> : null}
        </p>
      ) : null}
    </section>
  );
};
