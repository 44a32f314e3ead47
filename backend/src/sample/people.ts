/** Six given and six family names that go together; every person of the sample is made of one row. */
const circles = [
  ['Amara Chinedu Ngozi Tunde Ifeoma Emeka', 'Okafor Adeyemi Eze Balogun Nwosu Obi'],
  ['Jun Haruka Kenta Yui Sora Emi', 'Sato Tanaka Mori Ishikawa Fujita Ono'],
  ['Mette Søren Freja Anders Ida Rasmus', 'Lund Kjær Holm Østergaard Bech Nygaard'],
  ['Lucía Mateo Ximena Joaquín Valeria Andrés', 'Ferrer Quiroga Núñez Ibarra Salcedo Peña'],
  ['Priya Arjun Meera Rohan Ananya Vikram', 'Raman Deshpande Iyer Chatterjee Menon Kulkarni'],
  ['Wei Xinyi Hao Meiling Zhen Yulan', 'Zhao Lin Xu Guo Tang Shen'],
  ['Layla Omar Nadia Karim Salma Youssef', 'Haddad El-Masri Benali Khoury Mansour Saleh'],
  ['Zofia Piotr Hanna Tomasz Maja Jakub', 'Wójcik Nowak Krawczyk Pawlak Mazur Sikora'],
  ['Camille Théo Manon Bastien Élise Rémi', 'Lefèvre Garnier Marchand Rousseau Perrin Chevalier'],
  ['Beatriz Thiago Larissa Caio Inês Rafael', 'Carvalho Teixeira Moreira Guimarães Brandão Araújo'],
  ['Wanjiru Kamau Achieng Otieno Njeri Baraka', 'Mwangi Odhiambo Kariuki Wekesa Kiptoo Mutua'],
  ['Elif Emre Zeynep Kerem Defne Burak', 'Yıldız Şahin Aksoy Doğan Erdem Koç'],
  ['Linh Minh Thảo Quang Hương Đức', 'Nguyễn Trần Phạm Vũ Bùi Đặng'],
  ['Aoife Cian Niamh Eoin Róisín Conor', 'Brennan Gallagher Doyle Keane Nolan Tierney'],
  [
    'Olena Taras Iryna Andriy Kateryna Bohdan',
    'Kovalenko Shevchuk Bondar Melnyk Tkachenko Lysenko',
  ],
  ['Hana Minjun Seoyeon Jiho Dahye Taeyang', 'Kang Yoon Bae Seo Hwang Noh'],
] as const;

/**
 * Full name of the `n`th person, `n` from 0: neighbours come from different circles, and no two of
 * the first 576 share a name.
 */
export function personName(n: number): string {
  const [given, family] = circles[n % circles.length] ?? circles[0];
  const round = Math.floor(n / circles.length);
  const nameOf = (names: string, index: number) => names.split(' ')[index % 6] ?? names;
  return `${nameOf(given, round)} ${nameOf(family, round + Math.floor(round / 6))}`;
}
