import type { Locale } from "./words.ts";

/** Labels in API references around the texts of descriptions. `{}` is a placeholder. */
export interface ApiWords {
  readonly servers: string;
  readonly authorization: string;
  readonly noAuthorization: string;
  readonly or: string;
  readonly parameters: string;
  readonly body: string;
  readonly responses: string;
  readonly headers: string;
  readonly request: string;
  readonly example: string;
  readonly required: string;
  readonly deprecated: string;
  readonly members: string;
  readonly oneOf: string;
  readonly left: string;
  readonly webhook: string;
  readonly callbacks: string;
  readonly tryIt: string;
  readonly tryNote: string;
  readonly noServer: string;
  readonly noFiles: string;
  readonly send: string;
  readonly sending: string;
  readonly failed: string;
  readonly more: string;
  readonly entriesLeft: string;
  readonly leftOut: string;
}

const names = [
  "servers",
  "authorization",
  "noAuthorization",
  "or",
  "parameters",
  "body",
  "responses",
  "headers",
  "request",
  "example",
  "required",
  "deprecated",
  "members",
  "oneOf",
  "left",
  "webhook",
  "callbacks",
  "tryIt",
  "tryNote",
  "noServer",
  "noFiles",
  "send",
  "sending",
  "failed",
  "more",
  "entriesLeft",
  "leftOut",
] as const satisfies readonly (keyof ApiWords)[];

/** In the order of `names`, separated by bars. */
const written: Readonly<Record<Locale, string>> = {
  en: "Servers|Authorization|None needed|or|Parameters|Request body|Responses|Headers|Example request|Example|required|deprecated|Members of {}|One of|{} more members are in the specification.|The API sends this request to your server.|Callbacks|Try it|The request is sent by your browser. That needs JavaScript, and a server that allows requests from this site (CORS). What you enter stays in this tab and goes only to the server shown here.|The specification names no address that can be called from here.|This form cannot send files.|Send request|Sending…|No response. The server cannot be reached, or does not allow requests from this site (CORS).|More about this|{} more entries are in the specification.|Not shown here because the API reference is too large. The specification contains it.",
  fr: "Serveurs|Autorisation|Aucune|ou|Paramètres|Corps de la requête|Réponses|En-têtes|Exemple de requête|Exemple|obligatoire|obsolète|Membres de {}|Au choix|{} autres membres figurent dans la spécification.|L’API envoie cette requête à votre serveur.|Rappels|Essayer|La requête est envoyée par votre navigateur. Il faut JavaScript et un serveur qui autorise les requêtes de ce site (CORS). Ce que vous saisissez reste dans cet onglet et n’est envoyé qu’au serveur indiqué.|La spécification n’indique aucune adresse joignable d’ici.|Ce formulaire n’envoie pas de fichiers.|Envoyer|Envoi…|Pas de réponse. Le serveur est injoignable ou n’autorise pas les requêtes de ce site (CORS).|En savoir plus|{} autres entrées figurent dans la spécification.|Non affiché ici, car la référence de l’API est trop volumineuse. La spécification contient cette partie.",
  es: "Servidores|Autorización|No es necesaria|o|Parámetros|Cuerpo de la petición|Respuestas|Cabeceras|Ejemplo de petición|Ejemplo|obligatorio|obsoleto|Miembros de {}|Uno de|{} miembros más figuran en la especificación.|La API envía esta petición a tu servidor.|Callbacks|Probar|Tu navegador envía la petición. Necesita JavaScript y un servidor que permita peticiones de este sitio (CORS). Lo que escribas se queda en esta pestaña y solo se envía al servidor indicado.|La especificación no indica ninguna dirección accesible desde aquí.|Este formulario no envía archivos.|Enviar|Enviando…|Sin respuesta. No se puede acceder al servidor o no permite peticiones de este sitio (CORS).|Más información|{} entradas más figuran en la especificación.|No se muestra aquí porque la referencia de la API es demasiado grande. Figura en la especificación.",
  zh: "服务器|授权|无需授权|或|参数|请求体|响应|标头|请求示例|示例|必填|已弃用|{} 的成员|其中之一|规范中还有 {} 个成员。|API 将此请求发送到您的服务器。|回调|试一试|请求由您的浏览器发送，需要 JavaScript，且服务器须允许来自本站的请求（CORS）。您输入的内容只保留在此标签页中，并且只发送到所示服务器。|规范没有给出可从此处调用的地址。|此表单不能发送文件。|发送请求|正在发送…|没有响应。服务器无法访问，或不允许来自本站的请求（CORS）。|更多信息|规范中还有 {} 项。|API 参考过大，此处未显示。规范中包含此部分。",
  ja: "サーバー|認証|不要|または|パラメーター|リクエスト本文|レスポンス|ヘッダー|リクエスト例|例|必須|非推奨|{} のメンバー|いずれか|ほか {} 個のメンバーは仕様にあります。|API がこのリクエストをあなたのサーバーに送信します。|コールバック|試す|リクエストはブラウザーから送信されます。JavaScript と、このサイトからのリクエストを許可するサーバー（CORS）が必要です。入力内容はこのタブにのみ残り、表示されたサーバーにだけ送信されます。|仕様には、ここから呼び出せるアドレスがありません。|このフォームではファイルを送信できません。|送信|送信中…|応答がありません。サーバーに接続できないか、このサイトからのリクエストが許可されていません（CORS）。|詳細|ほか {} 件は仕様にあります。|API リファレンスが大きすぎるため、ここには表示されません。仕様に記載されています。",
  de: "Server|Autorisierung|Nicht nötig|oder|Parameter|Anfragetext|Antworten|Header|Beispielanfrage|Beispiel|erforderlich|veraltet|Felder von {}|Eines von|{} weitere Felder stehen in der Spezifikation.|Die API sendet diese Anfrage an Ihren Server.|Callbacks|Ausprobieren|Ihr Browser sendet die Anfrage. Dazu sind JavaScript und ein Server nötig, der Anfragen von dieser Seite erlaubt (CORS). Ihre Eingaben bleiben in diesem Tab und gehen nur an den angezeigten Server.|Die Spezifikation nennt keine Adresse, die von hier aus erreichbar ist.|Dieses Formular sendet keine Dateien.|Anfrage senden|Wird gesendet…|Keine Antwort. Der Server ist nicht erreichbar oder erlaubt keine Anfragen von dieser Seite (CORS).|Mehr dazu|{} weitere Einträge stehen in der Spezifikation.|Hier nicht angezeigt, weil die API-Referenz zu groß ist. Die Spezifikation enthält diesen Teil.",
  nl: "Servers|Autorisatie|Niet nodig|of|Parameters|Verzoektekst|Antwoorden|Headers|Voorbeeldverzoek|Voorbeeld|verplicht|verouderd|Velden van {}|Een van|De specificatie bevat nog {} velden.|De API stuurt dit verzoek naar uw server.|Callbacks|Proberen|Uw browser verstuurt het verzoek. Daarvoor zijn JavaScript nodig en een server die verzoeken van deze site toestaat (CORS). Wat u invult blijft in dit tabblad en gaat alleen naar de getoonde server.|De specificatie noemt geen adres dat hiervandaan bereikbaar is.|Dit formulier verstuurt geen bestanden.|Verzoek versturen|Bezig met versturen…|Geen antwoord. De server is onbereikbaar of staat geen verzoeken van deze site toe (CORS).|Meer hierover|De specificatie bevat nog {} items.|Hier niet weergegeven omdat de API-referentie te groot is. De specificatie bevat dit onderdeel.",
  no: "Tjenere|Autorisasjon|Ikke nødvendig|eller|Parametere|Forespørselens innhold|Svar|Headere|Eksempel på forespørsel|Eksempel|påkrevd|utgått|Felter i {}|En av|Spesifikasjonen har {} felter til.|API-et sender denne forespørselen til tjeneren din.|Callbacks|Prøv|Nettleseren din sender forespørselen. Det krever JavaScript og en tjener som tillater forespørsler fra dette nettstedet (CORS). Det du skriver, blir i denne fanen og sendes bare til tjeneren som vises.|Spesifikasjonen oppgir ingen adresse som kan nås herfra.|Dette skjemaet sender ikke filer.|Send forespørsel|Sender…|Ikke noe svar. Tjeneren kan ikke nås, eller den tillater ikke forespørsler fra dette nettstedet (CORS).|Mer om dette|Spesifikasjonen har {} oppføringer til.|Vises ikke her fordi API-referansen er for stor. Spesifikasjonen inneholder denne delen.",
  "pt-br":
    "Servidores|Autorização|Não é necessária|ou|Parâmetros|Corpo da requisição|Respostas|Cabeçalhos|Exemplo de requisição|Exemplo|obrigatório|obsoleto|Membros de {}|Um destes|A especificação tem mais {} membros.|A API envia esta requisição ao seu servidor.|Callbacks|Testar|A requisição é enviada pelo seu navegador. É preciso JavaScript e um servidor que permita requisições deste site (CORS). O que você digita fica nesta aba e só é enviado ao servidor indicado.|A especificação não indica nenhum endereço acessível daqui.|Este formulário não envia arquivos.|Enviar requisição|Enviando…|Sem resposta. O servidor está inacessível ou não permite requisições deste site (CORS).|Mais sobre isto|A especificação tem mais {} itens.|Não é exibido aqui porque a referência da API é grande demais. A especificação contém esta parte.",
  ru: "Серверы|Авторизация|Не требуется|или|Параметры|Тело запроса|Ответы|Заголовки|Пример запроса|Пример|обязательно|устарело|Поля: {}|Одно из|Ещё полей в спецификации: {}.|API отправляет этот запрос на ваш сервер.|Обратные вызовы|Попробовать|Запрос отправляет ваш браузер. Нужны JavaScript и сервер, который разрешает запросы с этого сайта (CORS). Введённое остаётся в этой вкладке и отправляется только на указанный сервер.|В спецификации нет адреса, доступного отсюда.|Эта форма не отправляет файлы.|Отправить запрос|Отправка…|Нет ответа. Сервер недоступен или не разрешает запросы с этого сайта (CORS).|Подробнее|Ещё элементов в спецификации: {}.|Здесь не показано, потому что справочник API слишком велик. Эта часть есть в спецификации.",
};

const known = new Map<string, ApiWords>();

/** By interface language. */
export function getApiWords(locale: Locale): ApiWords {
  const found = known.get(locale);
  if (found !== undefined) return found;
  const texts = (written[locale] ?? written.en).split("|");
  const words = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""])) as unknown as ApiWords;
  known.set(locale, words);
  return words;
}
