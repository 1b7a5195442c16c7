import { CALL_FAILURES, type CallFailure } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';

const isFailure = (outcome: string): outcome is CallFailure => (CALL_FAILURES as readonly string[]).includes(outcome);

/** What became of a call, in words. */
export const useOutcomeText = (): ((outcome: string) => string) => {
  const text = useText('externalCalls');
  return (outcome) => {
    if (outcome.startsWith('http:')) return `HTTP ${outcome.slice(5)}`;
    return text(`outcome.${isFailure(outcome) ? outcome : 'unknown'}`);
  };
};
