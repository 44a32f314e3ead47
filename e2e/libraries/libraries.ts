/** As a site's definition has them. */
type Openings = Readonly<Record<string, boolean | readonly string[]>>;

/** A library of which the proof shows something in a page of the site. */
export interface Library {
  /** Its file in `pages`. */
  page: string;
  /** Its package, if that is not called the same. */
  name: string;
  /** What it needs of the site; empty: it works under the strict policy. */
  openings: Openings;
}

const library = (page: string, openings: Openings = {}, name = page): Library => ({
  page,
  name,
  openings,
});
const styles = { injectedStyles: true };
const markup = { cleanedMarkup: true };

/** What Monaco makes as it begins: a policy for each of its parts. */
export const monacoPolicies = [
  'defaultWorkerFactory',
  'diffEditorWidget',
  'diffReview',
  'domLineBreaksComputer',
  'editorViewLayer',
  'richScreenReaderContent',
  'standaloneColorizer',
  'tokenizeToString',
];

/** Fifty that teams use, of all kinds. */
export const libraries: readonly Library[] = [
  library('headless-ui', {}, '@headlessui/react'),
  library('lucide', {}, 'lucide-react'),
  library('motion'),
  library('chart-js', {}, 'chart.js'),
  library('nivo', {}, '@nivo/bar'),
  library('recharts'),
  library('uplot'),
  library('lottie', {}, 'lottie-web'),
  library('pdf-js', {}, 'pdfjs-dist'),
  library('xlsx'),
  library('swiper'),
  library('three'),
  library('dompurify'),
  library('zod'),
  library('react-aria', styles, 'react-aria-components'),
  library('mui', styles, '@mui/material'),
  library('chakra', styles, '@chakra-ui/react'),
  library('fluent', styles, '@fluentui/react-components'),
  library('emotion', styles, '@emotion/styled'),
  library('styled-components', styles),
  library('react-select', styles),
  library('sonner', styles),
  library('codemirror', styles),
  library('ag-grid', styles, 'ag-grid-community'),
  library('radix-dialog', styles, '@radix-ui/react-dialog'),
  library('radix-select', styles, '@radix-ui/react-select'),
  library('radix-scroll-area', styles, '@radix-ui/react-scroll-area'),
  library('antd', styles),
  library('mantine', styles, '@mantine/core'),
  library('react-hot-toast', styles),
  library('d3', styles),
  library('apollo', {}, '@apollo/client'),
  library('solid', markup, 'solid-js'),
  library('vue', markup),
  library('echarts', markup),
  library('leaflet', markup),
  library('quill', markup),
  library('tiptap', { ...styles, ...markup }, '@tiptap/core'),
  library('prism', markup, 'prismjs'),
  library('katex', { ...markup, dataFonts: true }),
  library('mermaid', { ...styles, ...markup }),
  library('apexcharts', { ...styles, ...markup }),
  library('highcharts', { ...styles, policies: ['highcharts'] }),
  library('monaco', { ...styles, policies: monacoPolicies }, 'monaco-editor'),
  library('svelte', { policies: ['svelte-trusted-html'] }),
  library('lit', { policies: ['lit-html'] }),
  library('maplibre', markup, 'maplibre-gl'),
  library('sql-js', { wasm: true }, 'sql.js'),
  library('fontsource', { dataFonts: true }, '@fontsource/press-start-2p'),
  library('ajv'),
];
