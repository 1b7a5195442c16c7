import { BranchCompareRegular, EditRegular, HistoryRegular, TextAlignLeftRegular } from '@fluentui/react-icons';
import type { Text } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';

/** Commands that the head of every text editor has. */
export const editorCommands = (text: Text<'rules'>) => ({
  compare: (version: number, pressed: boolean, onSelect: () => void): Command => ({
    id: 'compare',
    text: text('editor.compare', { version }),
    icon: BranchCompareRegular,
    keys: 'c',
    pressed,
    onSelect,
  }),
  format: (onSelect: () => void): Command => ({
    id: 'format',
    text: text('editor.format'),
    icon: TextAlignLeftRegular,
    keys: 'Shift Alt F',
    onSelect,
  }),
  history: (pressed: boolean, onSelect: () => void): Command => ({
    id: 'history',
    text: text('editor.history'),
    icon: HistoryRegular,
    keys: 'h',
    pressed,
    onSelect,
  }),
  rename: (onSelect: () => void): Command => ({
    id: 'rename',
    text: text('editor.rename'),
    icon: EditRegular,
    keys: 'F2',
    onSelect,
  }),
});
