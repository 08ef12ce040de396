import type { SiteCustomization } from "../../contract/models/site-customization.ts";

/** The interface texts in one language. `{}` is a placeholder. */
export interface Words {
  readonly language: string;
  readonly skip: string;
  readonly menu: string;
  readonly contents: string;
  readonly onThisPage: string;
  readonly search: string;
  readonly searchFor: string;
  readonly noResults: string;
  readonly results: string;
  readonly previous: string;
  readonly next: string;
  readonly updated: string;
  readonly copy: string;
  readonly copied: string;
  readonly copyPage: string;
  readonly viewMarkdown: string;
  readonly edit: string;
  readonly theme: string;
  readonly light: string;
  readonly dark: string;
  readonly system: string;
  readonly variants: string;
  readonly sections: string;
  readonly notFound: string;
  readonly notFoundText: string;
  readonly similar: string;
  readonly home: string;
  readonly helpful: string;
  readonly yes: string;
  readonly no: string;
  readonly thanks: string;
  readonly comment: string;
  readonly showMore: string;
  readonly load: string;
  readonly step: string;
  readonly linkTo: string;
  readonly privacy: string;
  readonly close: string;
  readonly info: string;
  readonly success: string;
  readonly warning: string;
  readonly danger: string;
  readonly ask: string;
  readonly askMore: string;
  readonly askButton: string;
  readonly askNext: string;
  readonly sources: string;
  readonly writtenByModel: string;
  readonly notAnswered: string;
  readonly answerFailed: string;
}

export type Locale = SiteCustomization["internationalization"]["locale"];

const names = [
  "language",
  "skip",
  "menu",
  "contents",
  "onThisPage",
  "search",
  "searchFor",
  "noResults",
  "results",
  "previous",
  "next",
  "updated",
  "copy",
  "copied",
  "copyPage",
  "viewMarkdown",
  "edit",
  "theme",
  "light",
  "dark",
  "system",
  "variants",
  "sections",
  "notFound",
  "notFoundText",
  "similar",
  "home",
  "helpful",
  "yes",
  "no",
  "thanks",
  "comment",
  "showMore",
  "load",
  "step",
  "linkTo",
  "privacy",
  "close",
  "info",
  "success",
  "warning",
  "danger",
  "ask",
  "askMore",
  "askButton",
  "askNext",
  "sources",
  "writtenByModel",
  "notAnswered",
  "answerFailed",
] as const satisfies readonly (keyof Words)[];

/** In the order of `names`, separated by bars. */
const written: Readonly<Record<Locale, string>> = {
  en: "en|Skip to content|Menu|Contents|On this page|Search|Search results for “{}”|Nothing found for “{}”.|Results|Previous|Next|Last updated {}|Copy|Copied|Copy page|View as Markdown|Edit this page|Theme|Light|Dark|System|Version|Sections|Page not found|There is no page at this address.|Similar pages|Home|Was this page helpful?|Yes|No|Thank you for your feedback.|Add a comment|Show more|Load content from {}|Step {}|Link to {}|Privacy policy|Close|Note|Success|Warning|Danger|Ask a question|Ask another question|Ask|Ask next|Sources|A language model wrote this from the pages below. Check what matters there.|The pages do not answer this question.|There is no answer right now. These pages may help.",
  fr: "fr|Aller au contenu|Menu|Sommaire|Sur cette page|Rechercher|Résultats pour « {} »|Aucun résultat pour « {} ».|Résultats|Précédent|Suivant|Dernière mise à jour : {}|Copier|Copié|Copier la page|Voir en Markdown|Modifier cette page|Thème|Clair|Sombre|Système|Version|Sections|Page introuvable|Aucune page n’existe à cette adresse.|Pages similaires|Accueil|Cette page vous a-t-elle été utile ?|Oui|Non|Merci pour votre retour.|Ajouter un commentaire|Afficher plus|Charger le contenu de {}|Étape {}|Lien vers {}|Politique de confidentialité|Fermer|Remarque|Succès|Avertissement|Danger|Poser une question|Poser une autre question|Demander|Questions suivantes|Sources|Un modèle de langage a rédigé cette réponse à partir des pages ci-dessous. Vérifiez-y l’essentiel.|Les pages ne répondent pas à cette question.|Aucune réponse pour le moment. Ces pages peuvent vous aider.",
  es: "es|Ir al contenido|Menú|Contenido|En esta página|Buscar|Resultados de «{}»|No hay resultados para «{}».|Resultados|Anterior|Siguiente|Última actualización: {}|Copiar|Copiado|Copiar página|Ver como Markdown|Editar esta página|Tema|Claro|Oscuro|Sistema|Versión|Secciones|Página no encontrada|No hay ninguna página en esta dirección.|Páginas similares|Inicio|¿Te ha resultado útil esta página?|Sí|No|Gracias por tus comentarios.|Añadir un comentario|Mostrar más|Cargar contenido de {}|Paso {}|Enlace a {}|Política de privacidad|Cerrar|Nota|Correcto|Advertencia|Peligro|Hacer una pregunta|Hacer otra pregunta|Preguntar|Siguientes preguntas|Fuentes|Un modelo de lenguaje ha redactado esta respuesta a partir de las páginas siguientes. Compruebe en ellas lo importante.|Las páginas no responden a esta pregunta.|No hay respuesta en este momento. Estas páginas pueden ayudarle.",
  zh: "zh|跳到内容|菜单|目录|本页内容|搜索|“{}”的搜索结果|没有找到“{}”。|结果|上一页|下一页|最后更新于 {}|复制|已复制|复制页面|查看 Markdown|编辑此页|主题|浅色|深色|跟随系统|版本|栏目|找不到页面|此地址没有页面。|相似页面|首页|此页面有帮助吗？|是|否|感谢您的反馈。|添加评论|显示更多|加载来自 {} 的内容|步骤 {}|链接到 {}|隐私政策|关闭|注意|成功|警告|危险|提问|继续提问|提问|接下来可以问|来源|此回答由语言模型根据以下页面生成。重要内容请以页面为准。|这些页面没有回答此问题。|暂时没有回答。以下页面可能有帮助。",
  ja: "ja|本文へ移動|メニュー|目次|このページの内容|検索|「{}」の検索結果|「{}」は見つかりませんでした。|結果|前へ|次へ|最終更新 {}|コピー|コピーしました|ページをコピー|Markdown で表示|このページを編集|テーマ|ライト|ダーク|システム|バージョン|セクション|ページが見つかりません|このアドレスにページはありません。|類似のページ|ホーム|このページは役に立ちましたか？|はい|いいえ|フィードバックをありがとうございます。|コメントを追加|もっと見る|{} のコンテンツを読み込む|ステップ {}|{} へのリンク|プライバシーポリシー|閉じる|注記|成功|警告|危険|質問する|続けて質問する|質問|次の質問|出典|この回答は、以下のページをもとに言語モデルが作成しました。重要な点はページでご確認ください。|この質問の答えはページにありません。|現在、回答できません。次のページが役立つかもしれません。",
  de: "de|Zum Inhalt springen|Menü|Inhalt|Auf dieser Seite|Suchen|Suchergebnisse für „{}“|Nichts gefunden für „{}“.|Ergebnisse|Zurück|Weiter|Zuletzt aktualisiert am {}|Kopieren|Kopiert|Seite kopieren|Als Markdown anzeigen|Diese Seite bearbeiten|Farbschema|Hell|Dunkel|System|Version|Bereiche|Seite nicht gefunden|Unter dieser Adresse gibt es keine Seite.|Ähnliche Seiten|Startseite|War diese Seite hilfreich?|Ja|Nein|Vielen Dank für Ihre Rückmeldung.|Kommentar hinzufügen|Mehr anzeigen|Inhalt von {} laden|Schritt {}|Link zu {}|Datenschutz|Schließen|Hinweis|Erfolg|Warnung|Gefahr|Eine Frage stellen|Weitere Frage stellen|Fragen|Nächste Fragen|Quellen|Ein Sprachmodell hat diese Antwort aus den folgenden Seiten geschrieben. Prüfen Sie Wichtiges dort nach.|Die Seiten beantworten diese Frage nicht.|Im Moment gibt es keine Antwort. Diese Seiten helfen vielleicht weiter.",
  nl: "nl|Naar de inhoud|Menu|Inhoud|Op deze pagina|Zoeken|Zoekresultaten voor ‘{}’|Niets gevonden voor ‘{}’.|Resultaten|Vorige|Volgende|Laatst bijgewerkt op {}|Kopiëren|Gekopieerd|Pagina kopiëren|Als Markdown bekijken|Deze pagina bewerken|Thema|Licht|Donker|Systeem|Versie|Secties|Pagina niet gevonden|Op dit adres staat geen pagina.|Vergelijkbare pagina’s|Home|Was deze pagina nuttig?|Ja|Nee|Bedankt voor je feedback.|Opmerking toevoegen|Meer tonen|Inhoud van {} laden|Stap {}|Link naar {}|Privacybeleid|Sluiten|Opmerking|Gelukt|Waarschuwing|Gevaar|Een vraag stellen|Nog een vraag stellen|Vragen|Volgende vragen|Bronnen|Een taalmodel heeft dit antwoord geschreven op basis van de pagina’s hieronder. Controleer daar wat belangrijk is.|De pagina’s beantwoorden deze vraag niet.|Er is op dit moment geen antwoord. Misschien helpen deze pagina’s.",
  no: "no|Gå til innholdet|Meny|Innhold|På denne siden|Søk|Søkeresultater for «{}»|Ingen treff på «{}».|Resultater|Forrige|Neste|Sist oppdatert {}|Kopier|Kopiert|Kopier siden|Vis som Markdown|Rediger denne siden|Tema|Lyst|Mørkt|System|Versjon|Seksjoner|Fant ikke siden|Det finnes ingen side på denne adressen.|Lignende sider|Hjem|Var denne siden nyttig?|Ja|Nei|Takk for tilbakemeldingen.|Legg til en kommentar|Vis mer|Last inn innhold fra {}|Trinn {}|Lenke til {}|Personvern|Lukk|Merk|Vellykket|Advarsel|Fare|Still et spørsmål|Still et nytt spørsmål|Spør|Neste spørsmål|Kilder|En språkmodell har skrevet dette svaret ut fra sidene nedenfor. Kontroller det viktige der.|Sidene svarer ikke på dette spørsmålet.|Det finnes ikke noe svar akkurat nå. Disse sidene kan hjelpe.",
  "pt-br":
    "pt-BR|Ir para o conteúdo|Menu|Conteúdo|Nesta página|Pesquisar|Resultados para “{}”|Nada encontrado para “{}”.|Resultados|Anterior|Próxima|Última atualização: {}|Copiar|Copiado|Copiar página|Ver como Markdown|Editar esta página|Tema|Claro|Escuro|Sistema|Versão|Seções|Página não encontrada|Não há nenhuma página neste endereço.|Páginas semelhantes|Início|Esta página foi útil?|Sim|Não|Obrigado pelo seu comentário.|Adicionar um comentário|Mostrar mais|Carregar conteúdo de {}|Passo {}|Link para {}|Política de privacidade|Fechar|Nota|Sucesso|Aviso|Perigo|Fazer uma pergunta|Fazer outra pergunta|Perguntar|Próximas perguntas|Fontes|Um modelo de linguagem escreveu esta resposta a partir das páginas abaixo. Confira nelas o que for importante.|As páginas não respondem a esta pergunta.|Não há resposta no momento. Estas páginas podem ajudar.",
  ru: "ru|Перейти к содержимому|Меню|Содержание|На этой странице|Поиск|Результаты поиска «{}»|По запросу «{}» ничего не найдено.|Результаты|Назад|Далее|Обновлено {}|Копировать|Скопировано|Копировать страницу|Показать Markdown|Редактировать страницу|Тема|Светлая|Тёмная|Системная|Версия|Разделы|Страница не найдена|По этому адресу нет страницы.|Похожие страницы|Главная|Была ли эта страница полезна?|Да|Нет|Спасибо за отзыв.|Добавить комментарий|Показать ещё|Загрузить содержимое с {}|Шаг {}|Ссылка на {}|Политика конфиденциальности|Закрыть|Примечание|Успешно|Предупреждение|Опасно|Задать вопрос|Задать ещё вопрос|Спросить|Следующие вопросы|Источники|Этот ответ составлен языковой моделью по страницам ниже. Важное проверяйте на них.|На страницах нет ответа на этот вопрос.|Сейчас ответа нет. Возможно, помогут эти страницы.",
};

export const locales = Object.keys(written) as readonly Locale[];

const known = new Map<Locale, Words>();

export function getWords(locale: Locale): Words {
  const found = known.get(locale);
  if (found !== undefined) return found;
  const texts = (written[locale] ?? written.en).split("|");
  const words = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""])) as unknown as Words;
  known.set(locale, words);
  return words;
}

export function fill(pattern: string, value: string): string {
  return pattern.split("{}").join(value);
}

const styles: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  full: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short", year: "numeric" },
  numeric: { day: "2-digit", month: "2-digit", year: "numeric" },
};

/** Cached: many pages share a date, and formatting one takes as long as rendering many elements. */
const writtenDates = new Map<string, string>();

const maxCachedDates = 1_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A day in UTC, the same for every reader. Text that is not a date is returned unchanged. */
export function dateText(moment: string, language: string, style = "full"): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return moment;
  const key = `${language} ${style}`;
  const day = `${key} ${Math.floor(time / 86_400_000)}`;
  const known = writtenDates.get(day);
  if (known !== undefined) return known;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(language, { ...(styles[style] ?? styles.full), timeZone: "UTC" });
  formats.set(key, format);
  if (writtenDates.size >= maxCachedDates) writtenDates.clear();
  const text = format.format(time);
  writtenDates.set(day, text);
  return text;
}
