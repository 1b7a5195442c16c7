import {
  CheckmarkCircleRegular,
  ErrorCircleRegular,
  InfoRegular,
  WarningRegular,
  type FluentIcon,
} from '@fluentui/react-icons';
import type { NoticeSeverity } from '@redoubt/domain';
import styles from './callouts.module.css';

export const SEVERITY_ICONS: Readonly<Record<NoticeSeverity, FluentIcon>> = {
  Success: CheckmarkCircleRegular,
  Information: InfoRegular,
  Warning: WarningRegular,
  Error: ErrorCircleRegular,
  Critical: ErrorCircleRegular,
};

export const SEVERITY_TONES: Readonly<Record<NoticeSeverity, string | undefined>> = {
  Success: styles.success,
  Information: styles.information,
  Warning: styles.warning,
  Error: styles.error,
  Critical: styles.error,
};
