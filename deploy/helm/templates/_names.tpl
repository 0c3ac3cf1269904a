{{- /* The name of the pods of a component, "gateway" or a service: (dict "root" $ "component" "cards"). */ -}}
{{- define "payments.name" -}}
{{- if eq .component "gateway" -}}
{{ .root.Release.Name }}
{{- else -}}
{{ .root.Release.Name }}-{{ .component }}
{{- end -}}
{{- end -}}

{{- define "payments.selector" -}}
app.kubernetes.io/name: payments
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "payments.labels" -}}
{{ include "payments.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}
