import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip, CommandButton, useCopy } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useConsole, useEnvironment } from '../../../app/console-context.tsx';
import type { GuidedApi } from '../../../shared/integration/guided-api.ts';
import {
  SECRET_VARIABLE,
  snippet,
  SNIPPET_LANGUAGES,
  SNIPPET_NAMES,
  type SnippetLanguage,
} from '../../../shared/integration/snippets.ts';
import { useUsableApplications } from '../../../shared/integration/use-usable-applications.ts';
import styles from './integration.module.css';

/** Stands for the id of an application until there is one. */
const NO_CLIENT = '00000000-0000-0000-0000-000000000000';

/** A whole program in one of five languages that sends the sample, with the ids of this environment in it. */
export const CodeView = ({ api }: { readonly api: GuidedApi }): ReactNode => {
  const text = useText('integration');
  const common = useText('common');
  const { me } = useConsole();
  const { id: environmentId } = useEnvironment();
  const applications = useUsableApplications();
  const { copied, copy } = useCopy();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const [size, setSize] = useState<'minimal' | 'full'>('minimal');
  const body = api.samples[size];
  const code = snippet(language, {
    origin: window.location.origin,
    tenantId: me.tenant.id,
    environmentId,
    clientId: applications[0]?.id ?? NO_CLIENT,
    path: api.pathOf(body),
    body,
  });
  return (
    <div className="stack-3">
      <div className="row-wrap-middle">
        <div className="row-wrap-middle" role="group" aria-label={text('code.language')}>
          {SNIPPET_LANGUAGES.map((each) => (
            <Chip key={each} pressed={each === language} onSelect={() => setLanguage(each)}>
              {SNIPPET_NAMES[each]}
            </Chip>
          ))}
        </div>
        <div className="row-wrap-middle" role="group" aria-label={text('code.sample')}>
          {(['minimal', 'full'] as const).map((each) => (
            <Chip key={each} pressed={each === size} onSelect={() => setSize(each)}>
              {text(`code.${each}`)}
            </Chip>
          ))}
        </div>
        <CommandButton
          command={{
            id: 'copy',
            text: copied ? common('action.copied') : common('action.copy'),
            icon: copied ? CheckmarkRegular : CopyRegular,
            onSelect: () => void copy(code),
          }}
        />
      </div>
      <p className="soft">
        {text('code.secret', { variable: SECRET_VARIABLE })} {applications.length === 0 ? text('code.noClient') : null}
      </p>
      {/* A scrolled box is reached by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.code} role="group" tabIndex={0} aria-label={text('code.title')}>
        {code}
      </pre>
    </div>
  );
};
