export { BarList, type BarListItem } from './charts/BarList.tsx';
export { ChartGroup } from './charts/chart-cursor.tsx';
export { decisionFill } from './charts/decision-fill.ts';
export { ShareBar, type Share } from './charts/ShareBar.tsx';
export { Sparkline } from './charts/Sparkline.tsx';
export { type BarBucket, type BarMark, type BarSeries } from './charts/stacked-bars.ts';
export { StackedBars, type StackedBarsProps } from './charts/StackedBars.tsx';
export {
  type ChartBucket,
  type ChartMark,
  type ChartRange,
  type ChartSeries,
  type ChartShape,
} from './charts/time-chart.ts';
export { type ChartCut, type TimeChartProps } from './charts/time-chart-props.ts';
export { TimeChart } from './charts/TimeChart.tsx';
export { DecisionChip, type DecisionChipProps } from './decision/DecisionChip.tsx';
export { FraudLabelChip, type FraudLabelChipProps, type FraudLabelName } from './decision/FraudLabelChip.tsx';
export { decisionTone, TONE_ICONS, toneClass, toneFill, type DecisionName, type Tone } from './decision/tone.tsx';
export { ToneChip, type ToneChipProps } from './decision/ToneChip.tsx';
export { CheckedField, type CheckedFieldProps } from './fields/CheckedField.tsx';
export { SearchField, type SearchFieldProps } from './fields/SearchField.tsx';
export { ColumnPanel, type ColumnPanelProps } from './grid/ColumnPanel.tsx';
export { DataGrid, type DataGridProps, type GridHandle, type GridTree } from './grid/DataGrid.tsx';
export { type GridColumn, type GridDensity } from './grid/grid-column.ts';
export { chosenColumns } from './grid/use-grid-columns.ts';
export { joinClasses } from './join-classes.ts';
export { createSubscribers, type Subscribers } from './subscribers.ts';
export { SplitPane, type BesideProps } from './layout/SplitPane.tsx';
export { Chip, type ChipProps } from './layout/Chip.tsx';
export { ChoiceChips } from './layout/ChoiceChips.tsx';
export { type Command } from './layout/command.ts';
export { CommandBar, type CommandBarProps } from './layout/CommandBar.tsx';
export { IconButton, type IconButtonProps } from './layout/IconButton.tsx';
export { CommandButton, type CommandButtonProps } from './layout/CommandButton.tsx';
export { OnDemandMenu, type OnDemandMenuProps, type OpenedMenu } from './layout/OnDemandMenu.tsx';
export { preloadMenus } from './layout/preload-menus.ts';
export { WithReason } from './layout/WithReason.tsx';
export { FilterRow, type FilterRowProps } from './layout/FilterRow.tsx';
export { Page, type Crumb, type PageProps } from './layout/Page.tsx';
export { PageTabs, type PageTab, type PageTabsProps } from './layout/PageTabs.tsx';
export { Section, type SectionProps } from './layout/Section.tsx';
export { Link, LinkProvider, type LinkProps } from './links/Link.tsx';
export { ConfirmPanel, type ConfirmPanelProps } from './panels/ConfirmPanel.tsx';
export { Flyout, type FlyoutProps } from './panels/Flyout.tsx';
export { SidePanel, type SidePanelProps } from './panels/SidePanel.tsx';
export { closeOnKeys } from './shortcuts/close-on-keys.ts';
export { type Shortcut } from './shortcuts/registry.ts';
export {
  ShortcutProvider,
  useActiveShortcuts,
  useListedKeys,
  useShortcut,
  type ShortcutOptions,
} from './shortcuts/shortcuts.tsx';
export { OfflineBar, OtherVersionBar, StaleBar } from './states/bars.tsx';
export {
  asFailure,
  ErrorState,
  UNKNOWN_FAILURE,
  useFailureText,
  type ErrorStateProps,
  type Failure,
} from './states/ErrorState.tsx';
export { Skeleton, Loading, LoadingBlock, useAfter, type LoadingProps } from './states/Loading.tsx';
export {
  Empty,
  Forbidden,
  NoResult,
  type EmptyProps,
  type ForbiddenProps,
  type NoResultProps,
  type StateAction,
} from './states/messages.tsx';
export { QueryState, type Asked, type QueryStateProps } from './states/QueryState.tsx';
export {
  ThemeRoot,
  useThemeName,
  type Density,
  type ThemeChoice,
  type ThemeName,
  type ThemeRootProps,
} from './theme/ThemeRoot.tsx';
export { Amount, type AmountProps } from './values/Amount.tsx';
export { DataCredit, type DataCreditProps } from './values/DataCredit.tsx';
export { Facts } from './values/Facts.tsx';
export { FactList, type Fact } from './values/FactList.tsx';
export { DateTimeText, type DateTimeTextProps } from './values/DateTimeText.tsx';
export { IdText, type IdTextProps } from './values/IdText.tsx';
export { KeyHint, type KeyHintProps } from './values/KeyHint.tsx';
export { CutValue } from './values/CutValue.tsx';
export { ShortId, type ShortIdProps } from './values/ShortId.tsx';
export { shortenMiddle } from './values/shorten-middle.ts';
export { useCopy } from './values/use-copy.ts';
