import type { FunctionText } from '@redoubt/contracts';
import type { FunctionType } from '@redoubt/domain';
import type { RuleSource } from '@redoubt/fql-editor';

/** An input or output while it is typed: its default is text. */
export type FormParameter = { readonly name: string; readonly type: FunctionType; readonly fallback: string };
export type FormOutput = FormParameter & { readonly id: string; readonly description: string; readonly code: string };

export type FunctionForm = {
  readonly parameters: readonly FormParameter[];
  readonly outputs: readonly FormOutput[];
  readonly samplePayload: unknown;
};

/** A default to begin with. */
export const FIRST_FALLBACK: Readonly<Record<FunctionType, string>> = {
  Boolean: 'false',
  DateTime: '2026-01-01T00:00:00.000Z',
  Double: '0',
  Integer: '0',
  String: '',
};

export const formOf = ({ parameters, outputs, samplePayload }: FunctionText): FunctionForm => ({
  parameters: parameters.map(({ fallback, ...parameter }) => ({ ...parameter, fallback: String(fallback) })),
  outputs: outputs.map(({ fallback, ...output }) => ({ ...output, fallback: String(fallback) })),
  samplePayload,
});

const valueOf = ({ type, fallback }: FormParameter): unknown => {
  if (type === 'Boolean') return fallback === 'true';
  if (type === 'Double' || type === 'Integer') return fallback.trim() === '' ? null : Number(fallback);
  return fallback;
};

export const textOf = ({ parameters, outputs, samplePayload }: FunctionForm): FunctionText => ({
  parameters: parameters.map((parameter) => ({ ...parameter, fallback: valueOf(parameter) })),
  outputs: outputs.map((output) => ({ ...output, fallback: valueOf(output) })),
  samplePayload,
});

/** The form as the checker takes it. */
export const sourceOf = (name: string, { parameters, outputs }: FunctionForm): RuleSource => ({
  kind: 'function',
  name,
  condition: '',
  parameters: parameters.map(({ name: parameter, type }) => ({ name: parameter, type })),
  clauses: outputs.map(({ id, name: output, type, code }) => ({ id, name: output, code, result: type })),
});

/** A name that no other has: `output1`, `output2` … */
export const freeName = (stem: string, taken: readonly { readonly name: string }[]): string => {
  const names = new Set(taken.map(({ name }) => name.toLowerCase()));
  let number = 1;
  while (names.has(`${stem}${number}`.toLowerCase())) number += 1;
  return `${stem}${number}`;
};

export const newOutput = (id: string, others: readonly FormOutput[]): FormOutput => ({
  id,
  name: freeName('output', others),
  description: '',
  type: 'Double',
  fallback: '0',
  code: 'RETURN 0',
});
