import { Checkbox } from '@fluentui/react-components';
import { NOTICE_TYPES, noticeTypesFor, type NoticeType } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useMe } from '../app/console-context.tsx';
import { usePreferences } from '../preferences/use-preferences.tsx';
import styles from './callouts.module.css';

/** Which of the types their roles receive the user wants to hear of; all unless they choose otherwise. */
export const NoticeSettings = () => {
  const text = useText('shell');
  const { environments } = useMe();
  const [{ mutedNotices }, change] = usePreferences();
  const received = new Set(environments.flatMap(({ capabilities }) => noticeTypesFor(capabilities)));
  const types = (Object.keys(NOTICE_TYPES) as NoticeType[]).filter((type) => received.has(type));
  return (
    <details className={styles.settings}>
      <summary>{text('notifications.settings')}</summary>
      <p className="quiet">{text('notifications.settingsHint')}</p>
      {types.map((type) => (
        <Checkbox
          key={type}
          label={text(`noticeType.${type}`)}
          checked={!mutedNotices.includes(type)}
          onChange={(_event, { checked }) =>
            change({
              mutedNotices: checked === true ? mutedNotices.filter((one) => one !== type) : [...mutedNotices, type],
            })
          }
        />
      ))}
    </details>
  );
};
