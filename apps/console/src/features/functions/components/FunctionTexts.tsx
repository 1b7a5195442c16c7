import { Button } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import type { FunctionEvaluation } from '@redoubt/contracts';
import { MAX_FUNCTION_PARAMETERS } from '@redoubt/domain';
import type { Diagnostic, RuleSource, SymbolTable } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import { freeName, newOutput, type FunctionForm } from '../function-form.ts';
import { DeclarationFields } from './DeclarationFields.tsx';
import { OutputSection } from './OutputSection.tsx';

export type FunctionTextsProps = {
  readonly form: FunctionForm;
  readonly source: RuleSource;
  readonly symbols: SymbolTable;
  readonly diagnostics: readonly Diagnostic[];
  readonly result: FunctionEvaluation['result'];
  readonly mostOutputs: number;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<FunctionForm>) => void;
  readonly onSubmit: () => void;
};

/** Inputs and outputs of a function. */
export const FunctionTexts = (props: FunctionTextsProps) => {
  const { form, readOnly, onChange } = props;
  const text = useText('functions');
  const updateParameter = (index: number, part: Partial<FunctionForm['parameters'][number]>): void =>
    onChange({ parameters: form.parameters.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  const updateOutput = (id: string, part: Partial<FunctionForm['outputs'][number]>): void =>
    onChange({ outputs: form.outputs.map((each) => (each.id === id ? { ...each, ...part } : each)) });
  return (
    <>
      <Section title={text('inputs')}>
        {form.parameters.length === 0 ? <p className="soft">{text('noInputs')}</p> : null}
        {form.parameters.map((parameter, index) => (
          // Inputs have no id: their place is what callers know them by.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="row align-end">
            <DeclarationFields
              value={parameter}
              readOnly={readOnly}
              onChange={(part) => updateParameter(index, part)}
            />
            {readOnly ? null : (
              <Button
                size="small"
                appearance="subtle"
                icon={<DeleteRegular />}
                aria-label={text('removeNamed', { name: parameter.name })}
                onClick={() => onChange({ parameters: form.parameters.filter((_each, at) => at !== index) })}
              />
            )}
          </div>
        ))}
        {readOnly || form.parameters.length >= MAX_FUNCTION_PARAMETERS ? null : (
          <Button
            size="small"
            icon={<AddRegular />}
            onClick={() =>
              onChange({
                parameters: [
                  ...form.parameters,
                  { name: freeName('input', form.parameters), type: 'String', fallback: '' },
                ],
              })
            }
          >
            {text('addInput')}
          </Button>
        )}
      </Section>
      <Section title={text('outputs')}>
        {form.outputs.map((output) => (
          <OutputSection
            key={output.id}
            output={output}
            only={form.outputs.length === 1}
            source={props.source}
            symbols={props.symbols}
            diagnostics={props.diagnostics}
            result={props.result?.outputs.find(({ id }) => id === output.id) ?? null}
            readOnly={readOnly}
            onChange={(part) => updateOutput(output.id, part)}
            onRemove={() => onChange({ outputs: form.outputs.filter(({ id }) => id !== output.id) })}
            onSubmit={props.onSubmit}
          />
        ))}
        {readOnly || form.outputs.length >= props.mostOutputs ? null : (
          <Button
            size="small"
            icon={<AddRegular />}
            onClick={() => onChange({ outputs: [...form.outputs, newOutput(crypto.randomUUID(), form.outputs)] })}
          >
            {text('addOutput')}
          </Button>
        )}
      </Section>
    </>
  );
};
