import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, Section, useCopy } from '@redoubt/ui';
import { useConsole, useEnvironment } from '../../app/console-context.tsx';
import { snippet } from '../../shared/integration/snippets.ts';
import { useUsableApplications } from '../../shared/integration/use-usable-applications.ts';
import styles from './assessments.module.css';

/** Stands for the id of an application until there is one. */
const NO_CLIENT = '00000000-0000-0000-0000-000000000000';

/** A call that sends an example, to be pasted into a shell. */
export const SampleCall = ({ path, body }: { readonly path: string; readonly body: object }) => {
  const text = useText('assessments');
  const common = useText('common');
  const { me } = useConsole();
  const { id: environmentId } = useEnvironment();
  const [application] = useUsableApplications();
  const { copied, copy } = useCopy();
  const code = snippet('curl', {
    origin: window.location.origin,
    tenantId: me.tenant.id,
    environmentId,
    clientId: application?.id ?? NO_CLIENT,
    path,
    body,
  });
  return (
    <Section
      title={text('sampleCall')}
      end={
        <CommandButton
          command={{
            id: 'copy-call',
            text: common(copied ? 'action.copied' : 'action.copy'),
            icon: copied ? CheckmarkRegular : CopyRegular,
            onSelect: () => void copy(code),
          }}
        />
      }
    >
      <pre className={styles.payload} role="group" tabIndex={0} aria-label={text('sampleCall')}>
        {code}
      </pre>
    </Section>
  );
};
