import { Button } from '@fluentui/react-components';
import type { CallTest } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ToneChip } from '@redoubt/ui';
import { useOutcomeText } from '../../../shared/external-calls/use-outcome-text.ts';
import styles from '../../../shared/external-calls/external-calls.module.css';

/** What came of a test; a good answer can become the sample. */
export const TestReport = ({
  test,
  onUse,
}: {
  readonly test: CallTest;
  readonly onUse: ((response: unknown) => void) | null;
}) => {
  const text = useText('externalCalls');
  const formats = useFormats();
  const outcomeText = useOutcomeText();
  const isGood = test.outcome === 'ok';
  return (
    <div className={styles.report} role="status">
      <div>
        <ToneChip
          tone={isGood ? 'approve' : 'reject'}
          text={isGood ? text('test.good', { ms: formats.number(test.latencyMs) }) : outcomeText(test.outcome)}
        />
      </div>
      {isGood ? null : <p className="soft">{test.error}</p>}
      <pre className={styles.code} tabIndex={0} aria-label={text(isGood ? 'test.response' : 'test.default')}>
        {JSON.stringify(test.response, null, 2)}
      </pre>
      {isGood && onUse ? (
        <div>
          <Button size="small" onClick={() => onUse(test.response)}>
            {text('test.use')}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
