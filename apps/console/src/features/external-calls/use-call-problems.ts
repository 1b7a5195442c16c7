import type { CallDefinition } from '@redoubt/contracts';
import {
  callSecretProblems,
  certificateProblem,
  externalCallProblems,
  privateKeyProblem,
  type ExternalCallDefinition,
  MAX_CALL_TIMEOUT_MS,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useMemo } from 'react';
import { textOf, type CallForm } from './call-form.ts';

/** Plain HTTP is the operator's to allow: the server says where it is not. */
const MAYBE_PLAIN = (): boolean => true;

const problemsOf = (definition: CallDefinition, { authentication, secrets }: CallForm): ReadonlySet<string> =>
  new Set([
    ...externalCallProblems(definition as ExternalCallDefinition, MAYBE_PLAIN).map(({ path }) => path),
    ...callSecretProblems(authentication, secrets).map(({ path }) => `secrets.${path}`),
  ]);

/** What is wrong with a call as it is typed, by the place in its definition; nothing while its JSON cannot be read. */
export const useCallProblems = (form: CallForm, isReadable: boolean): ((path: string) => string | undefined) => {
  const text = useText('externalCalls');
  const wrong = useMemo(
    () => (isReadable ? problemsOf(textOf(form).definition, form) : new Set<string>()),
    [form, isReadable],
  );
  return (path) => {
    if (!wrong.has(path)) return undefined;
    if (path === 'authentication.certificate' && 'certificate' in form.authentication)
      return text(`pem.${certificateProblem(form.authentication.certificate) ?? 'isNoPem'}`);
    if (path === 'secrets.auth') return text(`pem.${privateKeyProblem(form.secrets['auth'] ?? '') ?? 'isNoPem'}`);
    if (path.endsWith('timeoutMs')) return text('rule.timeout', { most: MAX_CALL_TIMEOUT_MS });
    if (/^(?:authentication\.)?headers?\[\d+\]\.name$/.test(path)) return text('rule.header');
    if (path.endsWith('.name')) return text('rule.name');
    if (path === 'authentication.body' || /^authentication\.headers\[\d+\]\.value$/.test(path))
      return text('rule.tokenPlaceholder');
    if (path.endsWith('.value')) return text('rule.placeholder');
    if (path === 'body') return text(form.contentType === 'form' ? 'rule.formBody' : 'rule.placeholder');
    return path === 'authentication.tokenField' ? text('rule.tokenField') : text('rule.address');
  };
};
