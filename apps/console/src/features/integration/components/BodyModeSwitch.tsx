import { Switch } from '@fluentui/react-components';
import type { IntegrationStatus } from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { usePutBodyMode } from '../integration.queries.ts';

/** Whether the environment refuses values of another type, and where that is changed. */
export const BodyModeSwitch = ({ environment }: Pick<IntegrationStatus, 'environment'>): ReactNode => {
  const text = useText('integration');
  const { capabilities } = useEnvironment();
  const notify = useNotify();
  const onError = useNotifyFailure();
  const put = usePutBodyMode();
  const { bodyMode } = environment;
  return (
    <div>
      <Switch
        label={text('bodyMode.strict')}
        checked={bodyMode === 'strict'}
        disabled={put.isPending || !allows(capabilities, 'rootEnvironmentsUpdate:write')}
        onChange={(_event, { checked }) =>
          put.mutate(checked ? 'strict' : 'lenient', {
            onSuccess: () => notify({ severity: 'Success', title: text('bodyMode.changed') }),
            onError,
          })
        }
      />
      <p className="soft">{text(`bodyMode.note.${bodyMode}`)}</p>
    </div>
  );
};
