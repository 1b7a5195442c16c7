import { CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, Section, useCopy } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { firstEventCommands } from '../first-event.ts';
import { useApi } from '../use-api.ts';
import styles from '../../../shared/reports/panels.module.css';

/** Teaches a place without traffic how to send its first event. */
export const FirstEvent = (): ReactNode => {
  const text = useText('dashboard');
  const common = useText('common');
  const { id } = useEnvironment();
  const api = useApi();
  const { endpoint, tokenUrl, resource } = api;
  const { copied, copy } = useCopy();
  const commands = useMemo(
    () =>
      firstEventCommands({
        endpoint,
        tokenUrl,
        resource,
        environmentId: id,
        now: new Date().toISOString(),
        newId: crypto.randomUUID(),
      }),
    [endpoint, tokenUrl, resource, id],
  );
  return (
    <Section title={text('first.title')} className={styles.first}>
      <p className="pb-2 fs-14 quiet">{text('first.body')}</p>
      <ol className={styles.stepList}>
        <li>{text('first.application')}</li>
        <li>
          {text('first.send')}
          <pre className="mx-0 my-2 p-3 code-12 bg-subtle border-1 radius-1 overflow-auto" tabIndex={0}>
            {commands}
          </pre>
          <CommandButton
            primary
            command={{
              id: 'copy',
              text: common(copied ? 'action.copied' : 'action.copy'),
              icon: CopyRegular,
              onSelect: () => void copy(commands),
            }}
          />
        </li>
        <li>{text('first.look')}</li>
      </ol>
    </Section>
  );
};
