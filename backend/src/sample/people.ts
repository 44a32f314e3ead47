/** Given and family names that go together; every person of the sample is made of one pair. */
const circles = [
  {
    given: ['Amara', 'Chinedu', 'Ngozi', 'Tunde', 'Ifeoma', 'Emeka'],
    family: ['Okafor', 'Adeyemi', 'Eze', 'Balogun', 'Nwosu', 'Obi'],
  },
  {
    given: ['Jun', 'Haruka', 'Kenta', 'Yui', 'Sora', 'Emi'],
    family: ['Sato', 'Tanaka', 'Mori', 'Ishikawa', 'Fujita', 'Ono'],
  },
  {
    given: ['Mette', 'Søren', 'Freja', 'Anders', 'Ida', 'Rasmus'],
    family: ['Lund', 'Kjær', 'Holm', 'Østergaard', 'Bech', 'Nygaard'],
  },
  {
    given: ['Lucía', 'Mateo', 'Ximena', 'Joaquín', 'Valeria', 'Andrés'],
    family: ['Ferrer', 'Quiroga', 'Núñez', 'Ibarra', 'Salcedo', 'Peña'],
  },
  {
    given: ['Priya', 'Arjun', 'Meera', 'Rohan', 'Ananya', 'Vikram'],
    family: ['Raman', 'Deshpande', 'Iyer', 'Chatterjee', 'Menon', 'Kulkarni'],
  },
  {
    given: ['Wei', 'Xinyi', 'Hao', 'Meiling', 'Zhen', 'Yulan'],
    family: ['Zhao', 'Lin', 'Xu', 'Guo', 'Tang', 'Shen'],
  },
  {
    given: ['Layla', 'Omar', 'Nadia', 'Karim', 'Salma', 'Youssef'],
    family: ['Haddad', 'El-Masri', 'Benali', 'Khoury', 'Mansour', 'Saleh'],
  },
  {
    given: ['Zofia', 'Piotr', 'Hanna', 'Tomasz', 'Maja', 'Jakub'],
    family: ['Wójcik', 'Nowak', 'Krawczyk', 'Pawlak', 'Mazur', 'Sikora'],
  },
  {
    given: ['Camille', 'Théo', 'Manon', 'Bastien', 'Élise', 'Rémi'],
    family: ['Lefèvre', 'Garnier', 'Marchand', 'Rousseau', 'Perrin', 'Chevalier'],
  },
  {
    given: ['Beatriz', 'Thiago', 'Larissa', 'Caio', 'Inês', 'Rafael'],
    family: ['Carvalho', 'Teixeira', 'Moreira', 'Guimarães', 'Brandão', 'Araújo'],
  },
  {
    given: ['Wanjiru', 'Kamau', 'Achieng', 'Otieno', 'Njeri', 'Baraka'],
    family: ['Mwangi', 'Odhiambo', 'Kariuki', 'Wekesa', 'Kiptoo', 'Mutua'],
  },
  {
    given: ['Elif', 'Emre', 'Zeynep', 'Kerem', 'Defne', 'Burak'],
    family: ['Yıldız', 'Şahin', 'Aksoy', 'Doğan', 'Erdem', 'Koç'],
  },
  {
    given: ['Linh', 'Minh', 'Thảo', 'Quang', 'Hương', 'Đức'],
    family: ['Nguyễn', 'Trần', 'Phạm', 'Vũ', 'Bùi', 'Đặng'],
  },
  {
    given: ['Aoife', 'Cian', 'Niamh', 'Eoin', 'Róisín', 'Conor'],
    family: ['Brennan', 'Gallagher', 'Doyle', 'Keane', 'Nolan', 'Tierney'],
  },
  {
    given: ['Olena', 'Taras', 'Iryna', 'Andriy', 'Kateryna', 'Bohdan'],
    family: ['Kovalenko', 'Shevchuk', 'Bondar', 'Melnyk', 'Tkachenko', 'Lysenko'],
  },
  {
    given: ['Hana', 'Minjun', 'Seoyeon', 'Jiho', 'Dahye', 'Taeyang'],
    family: ['Kang', 'Yoon', 'Bae', 'Seo', 'Hwang', 'Noh'],
  },
] as const;

/**
 * Full name of the `n`th person, `n` from 0: neighbours come from different circles, and no two of
 * the first 576 share a name.
 */
export function personName(n: number): string {
  const circle = circles[n % circles.length] ?? circles[0];
  const round = Math.floor(n / circles.length);
  const given = circle.given[round % 6] ?? circle.given[0];
  const family = circle.family[(round + Math.floor(round / 6)) % 6] ?? circle.family[0];
  return `${given} ${family}`;
}
