import { Button } from '@fluentui/react-components';
import type { CallableAssessment } from '@redoubt/contracts';
import { assessmentCallCode } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, Section, useCopy } from '@redoubt/ui';
import { useState } from 'react';
import styles from '../../../../shared/external-calls/external-calls.module.css';

type Api = CallableAssessment['apis'][number];

const keyOf = ({ method, api }: Api): string => `${method} ${api ?? ''}`;

/** What a rule may write to call an API of the target, and what the target answers. */
export const ApiPreview = ({ name, target }: { readonly name: string; readonly target: CallableAssessment }) => {
  const text = useText('externalAssessments');
  const [chosen, setChosen] = useState('');
  const { copied, copy } = useCopy();
  const api = target.apis.find((each) => keyOf(each) === chosen) ?? target.apis[0];
  if (api === undefined) return null;
  const code = assessmentCallCode(name, api);
  const called = `Assessments.${name}.${api.method}`;
  const titleOf = ({ method, friendlyName }: Api): string =>
    method === 'Observe' ? friendlyName : text(method === 'Evaluate' ? 'api.evaluate' : 'api.label');
  return (
    <Section
      title={text('preview')}
      end={
        <Button size="small" onClick={() => void copy(code)}>
          {text(copied ? 'copied' : 'copy')}
        </Button>
      }
    >
      <div className={styles.performance}>
        <div className="flex gap-1" role="group" aria-label={text('apiToPreview')}>
          {target.apis.map((each) => (
            <Chip key={keyOf(each)} pressed={each === api} solid={each === api} onSelect={() => setChosen(keyOf(each))}>
              {titleOf(each)}
            </Chip>
          ))}
        </div>
        <pre className={styles.code} tabIndex={0} aria-label={called}>
          {code}
        </pre>
        <h3 className="soft">{text('sampleResponse')}</h3>
        {target.sampleResponse === null ? (
          <p className="soft">{text('noSampleResponse')}</p>
        ) : (
          <pre className={styles.code} tabIndex={0} aria-label={text('sampleResponse')}>
            {JSON.stringify(target.sampleResponse, null, 2)}
          </pre>
        )}
      </div>
    </Section>
  );
};
