import { TableRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { useShortcut, type Command } from '@redoubt/ui';

/** The command, and its key, that shows all charts of a report as tables, or as charts again. */
export const useTablesCommand = (asTable: boolean, onToggle: () => void): Command => {
  const reports = useText('reports');
  useShortcut('t', reports('asTables'), onToggle);
  return {
    id: 'tables',
    text: reports('asTables'),
    icon: TableRegular,
    keys: 't',
    pressed: asTable,
    onSelect: onToggle,
  };
};
