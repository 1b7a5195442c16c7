import { useText } from '@redoubt/i18n';
import { Chip, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import {
  DECRYPT_LANGUAGES,
  DECRYPT_NAMES,
  DECRYPT_PROGRAMS,
  KEY_VARIABLE,
  type DecryptLanguage,
} from '../decrypt-programs.ts';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './fingerprints.module.css';

const scriptOf = (origin: string, environmentId: string): string =>
  [
    `<script src="${origin}/mdt.js?session_id=YOUR_SESSION_ID&customerId=${environmentId}&assessment=YOUR_API_NAME&requestId=YOUR_REQUEST_ID"></script>`,
    '<script>',
    '  window.dfp.doFpt(document, (answer) => {',
    "    if (answer === null || answer.startsWith('ServerError')) return; // decide without it",
    "    fetch('/your-server/decrypt', { method: 'POST', body: answer });",
    '  });',
    '</script>',
  ].join('\n');

/** How a page gets the answer of an assessment itself, and how the shop's server reads it. */
export const BrowserAnswers = ({
  origin,
  environmentId,
}: {
  readonly origin: string;
  readonly environmentId: string;
}): ReactNode => {
  const text = useText('fingerprints');
  const [language, setLanguage] = useState<DecryptLanguage>('node');
  return (
    <Section title={text('setUp.browser')}>
      <p className={styles.prose}>{text('setUp.browserAbout')}</p>
      <CodeBlock label={text('setUp.browser')} code={scriptOf(origin, environmentId)} />
      <p className={styles.prose}>{text('setUp.decryptAbout', { variable: KEY_VARIABLE })}</p>
      <div className={styles.row} role="group" aria-label={text('setUp.language')}>
        {DECRYPT_LANGUAGES.map((each) => (
          <Chip key={each} pressed={each === language} solid={each === language} onSelect={() => setLanguage(each)}>
            {DECRYPT_NAMES[each]}
          </Chip>
        ))}
      </div>
      <CodeBlock label={text('setUp.decrypt')} code={DECRYPT_PROGRAMS[language]} />
    </Section>
  );
};
