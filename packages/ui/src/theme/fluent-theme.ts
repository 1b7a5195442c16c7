import { webLightTheme, type Theme } from '@fluentui/react-components';

/**
 * Which of our tokens each colour of Fluent stands for. The first rule that fits counts. Values are references to CSS
 * variables, so one Fluent theme serves light, dark and high contrast: only `tokens.css` knows a colour.
 */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/^colorTransparentStrokeInteractive$/, 'transparent'],
  [/^color(Transparent|SubtleBackgroundInverted$|SubtleBackground$)/, 'transparent'],
  [/^colorSubtleBackground.*(Selected|Pressed)$/, '--bg-selected'],
  [/^colorSubtleBackground/, '--bg-hover'],
  [/^colorBackgroundOverlay$/, 'rgb(0 0 0 / 40%)'],
  [/^colorScrollbarOverlay$/, '--line-3'],
  [/^colorStrokeFocus1$/, '--bg-page'],
  [/^colorStrokeFocus2$/, '--focus'],
  [/^color(Neutral|Brand)Shadow/, 'rgb(0 0 0 / 12%)'],

  [
    /^colorNeutralForegroundInvertedLink|^colorNeutralForeground(OnBrand|Inverted|StaticInverted|Inverted2)/,
    '--fg-on-strong',
  ],
  [/Foreground.*Disabled/, '--fg-disabled'],
  [/^colorNeutralForeground1/, '--fg-1'],
  [/^colorNeutralForeground2$/, '--fg-2'],
  [/^colorNeutralForeground2/, '--fg-1'],
  [/^colorNeutralForeground/, '--fg-3'],
  [/^color(Compound)?BrandForegroundInverted/, '--fg-on-strong'],
  [/^color(Compound)?BrandForeground/, '--fg-1'],

  [/^colorNeutralBackground(Disabled|InvertedDisabled)/, '--bg-subtle'],
  [/^colorNeutralBackground(Inverted|Static)/, '--btn-strong'],
  [/^colorNeutralBackgroundAlpha/, '--bg-raised'],
  [/^colorNeutral(Card)?Background\d*Selected$/, '--bg-selected'],
  [/^colorNeutral(Card)?Background\d*(Hover|Pressed)$/, '--bg-hover'],
  [/^colorNeutral(Card)?Background1?$/, '--bg-raised'],
  [/^colorNeutral(Card)?Background/, '--bg-subtle'],
  [/^colorNeutralStencil1/, '--bg-selected'],
  [/^colorNeutralStencil2/, '--bg-hover'],
  [/^colorBrandBackground(Inverted)/, '--bg-raised'],
  [/^colorBrandBackground2/, '--bg-selected'],
  [/^color(Compound)?BrandBackground/, '--btn-strong'],

  [/Stroke.*Disabled/, '--line-1'],
  [/^colorNeutralStrokeAccessible/, '--line-3'],
  [/^colorNeutralStrokeOnBrand/, '--fg-on-strong'],
  [/^colorNeutralStroke1(Hover|Pressed|Selected)/, '--line-3'],
  [/^colorNeutralStroke1$/, '--line-2'],
  [/^colorNeutralStroke/, '--line-1'],
  [/^color(Compound)?BrandStroke/, '--btn-strong-line'],

  [
    /^color(Status(Success)|Palette(Green|LightGreen|Seafoam|Teal|DarkGreen|Mink|Forest)).*(Background3)/,
    '--approve-fill',
  ],
  [/^color(Status(Success)|Palette(Green|LightGreen|Seafoam|Teal|DarkGreen|Forest)).*Background/, '--approve-bg'],
  [/^color(Status(Success)|Palette(Green|LightGreen|Seafoam|Teal|DarkGreen|Forest)).*Border/, '--approve-line'],
  [/^color(Status(Success)|Palette(Green|LightGreen|Seafoam|Teal|DarkGreen|Forest))/, '--approve'],
  [/^color(StatusDanger|Palette(Red|Cranberry|DarkRed|Berry)).*Background3/, '--reject-fill'],
  [/^color(StatusDanger|Palette(Red|Cranberry|DarkRed|Berry)).*Background/, '--reject-bg'],
  [/^color(StatusDanger|Palette(Red|Cranberry|DarkRed|Berry)).*Border/, '--reject-line'],
  [/^color(StatusDanger|Palette(Red|Cranberry|DarkRed|Berry))/, '--reject'],
  [/^color(StatusWarning|Palette(Yellow|DarkOrange|Marigold|Pumpkin|Peach|Gold)).*Background3/, '--review-fill'],
  [/^color(StatusWarning|Palette(Yellow|DarkOrange|Marigold|Pumpkin|Peach|Gold)).*Background/, '--review-bg'],
  [/^color(StatusWarning|Palette(Yellow|DarkOrange|Marigold|Pumpkin|Peach|Gold)).*Border/, '--review-line'],
  [/^color(StatusWarning|Palette(Yellow|DarkOrange|Marigold|Pumpkin|Peach|Gold))/, '--review'],
  [/^colorPalette.*Background/, '--bg-selected'],
  [/^colorPalette.*Border/, '--line-2'],
  [/^colorPalette/, '--fg-2'],
];

const asValue = (token: string): string => (token.startsWith('--') ? `var(${token})` : token);

const colourOf = (key: string): string | undefined => {
  const rule = COLOURS.find(([pattern]) => pattern.test(key));
  return rule && asValue(rule[1]);
};

const colours = Object.fromEntries(
  Object.keys(webLightTheme)
    .filter((key) => key.startsWith('color'))
    .map((key) => [key, colourOf(key) ?? 'var(--fg-2)']),
);

const shadows = Object.fromEntries(
  Object.keys(webLightTheme)
    .filter((key) => key.startsWith('shadow'))
    .map((key) => [key, /^shadow(2|4)(Brand)?$/.test(key) ? 'none' : 'var(--shadow-panel)']),
);

const durations = Object.fromEntries(
  Object.keys(webLightTheme)
    .filter((key) => key.startsWith('duration'))
    .map((key) => [key, 'var(--motion)']),
);

/** The only theme given to Fluent. */
export const fluentTheme: Theme = {
  ...webLightTheme,
  ...colours,
  ...shadows,
  ...durations,
  fontFamilyBase: 'var(--font-ui)',
  fontFamilyNumeric: 'var(--font-ui)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizeBase100: 'var(--fs-11)',
  fontSizeBase200: 'var(--fs-12)',
  fontSizeBase300: 'var(--fs-13)',
  fontSizeBase400: 'var(--fs-14)',
  fontSizeBase500: 'var(--fs-18)',
  fontSizeBase600: 'var(--fs-20)',
  lineHeightBase100: 'var(--lh-16)',
  lineHeightBase200: 'var(--lh-16)',
  lineHeightBase300: 'var(--lh-20)',
  lineHeightBase400: 'var(--lh-20)',
  lineHeightBase500: 'var(--lh-24)',
  lineHeightBase600: 'var(--lh-28)',
  borderRadiusSmall: 'var(--radius-1)',
  borderRadiusMedium: 'var(--radius-1)',
  borderRadiusLarge: 'var(--radius-2)',
  borderRadiusXLarge: 'var(--radius-2)',
  strokeWidthThick: 'var(--focus-width)',
};
